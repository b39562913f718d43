package iccl.kernel.testkit;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * A network without data, for thousands of ranks: it only works out when each message would arrive. Where {@link
 * SimNetwork} looks for mistakes, this one looks for time.
 */
final class ModelNetwork {
    private final CostModel costs;
    private final List<ModelRank> ranks = new ArrayList<>();
    private final List<Map<Integer, Deque<Message>>> waiting = new ArrayList<>();
    private final double[] linkOutFreeNs;
    private final double[] linkInFreeNs;
    private final double[] memoryFreeNs;
    private final PriorityQueue<Wake> wakes = new PriorityQueue<>();

    /** One side of a message that waits for the other: a send, or a receive. */
    private record Message(ModelRank owner, int handle, long bytes, double postedNs, boolean isSend) {}

    private record Wake(double atNs, int rank) implements Comparable<Wake> {
        @Override
        public int compareTo(Wake other) {
            int byTime = Double.compare(atNs, other.atNs);
            return byTime != 0 ? byTime : Integer.compare(rank, other.rank);
        }
    }

    ModelNetwork(int size, CostModel costs) {
        this.costs = costs;
        int nodes = (size + costs.ranksPerNode() - 1) / costs.ranksPerNode();
        linkOutFreeNs = new double[nodes];
        linkInFreeNs = new double[nodes];
        memoryFreeNs = new double[size];
        for (int rank = 0; rank < size; rank++) {
            ranks.add(new ModelRank(this, rank));
            waiting.add(new HashMap<>());
        }
    }

    CostModel costs() {
        return costs;
    }

    int size() {
        return ranks.size();
    }

    ModelRank rank(int rank) {
        return ranks.get(rank);
    }

    /** Steps every rank's machine whenever something has come for it, until all have ended; the time of the last. */
    double run() {
        ranks.forEach(rank -> wakes.add(new Wake(0, rank.rank())));
        int running = ranks.size();
        double endNs = 0;
        while (running > 0) {
            Wake wake = wakes.poll();
            if (wake == null) {
                throw new AssertionError("nobody can go on; " + running + " ranks have not ended");
            }
            ModelRank rank = ranks.get(wake.rank());
            if (!rank.isOver() && rank.advance(wake.atNs())) {
                running--;
                endNs = Math.max(endNs, rank.nowNs());
            }
        }
        return endNs;
    }

    /** A rank posts one side of a message; when the other is there, both learn when they are done. */
    void post(ModelRank owner, int handle, int peer, long bytes, boolean isSend) {
        Message posted = new Message(owner, handle, bytes, owner.nowNs(), isSend);
        ModelRank receiver = isSend ? ranks.get(peer) : owner;
        int sender = isSend ? owner.rank() : peer;
        Deque<Message> queue = waiting.get(receiver.rank()).computeIfAbsent(sender, key -> new ArrayDeque<>(2));
        if (queue.isEmpty() || queue.peek().isSend() == isSend) {
            queue.add(posted);
            return;
        }
        Message other = queue.remove();
        if (isSend) {
            travel(posted, other);
        } else {
            travel(other, posted);
        }
    }

    private void travel(Message send, Message recv) {
        if (send.bytes() != recv.bytes()) {
            throw new AssertionError(send + " meets " + recv);
        }
        double ready =
                send.bytes() <= costs.eagerBytes() ? send.postedNs() : Math.max(send.postedNs(), recv.postedNs());
        int from = send.owner().node();
        int to = recv.owner().node();
        double sent;
        double arrived;
        if (from == to) {
            double start = Math.max(ready, memoryFreeNs[send.owner().rank()]);
            sent = start + send.bytes() / costs.localBytesPerNs();
            memoryFreeNs[send.owner().rank()] = sent;
            arrived = sent + costs.localLatencyNs();
        } else {
            double time = send.bytes() / costs.linkBytesPerNs();
            double start = Math.max(ready, linkOutFreeNs[from]);
            sent = start + time;
            linkOutFreeNs[from] = sent;
            arrived = Math.max(sent, linkInFreeNs[to] + time) + costs.latencyNs();
            linkInFreeNs[to] = arrived - costs.latencyNs();
        }
        finish(send, sent);
        finish(recv, Math.max(arrived, recv.postedNs()));
    }

    private void finish(Message side, double atNs) {
        side.owner().doneAt(side.handle(), atNs);
        double quantum = costs.quantumNs();
        double when = quantum == 0 ? atNs : Math.ceil(atNs / quantum) * quantum;
        if (side.owner().isNews(when)) {
            wakes.add(new Wake(when, side.owner().rank()));
        }
    }
}
