package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.CollectiveCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The ranks of one group of a {@link SimNetwork} and what is between them. Guarded by the network's monitor. */
final class SimGroup {
    private static final long PATIENCE_MS = 30_000;

    /** Messages with one tag from one rank to one other. */
    private static final class Channel {
        final ArrayDeque<SimOperation> sent = new ArrayDeque<>();
        final ArrayDeque<SimOperation> wanted = new ArrayDeque<>();
        long lastArrivalNs;
    }

    private record Key(int from, int to, int tag) {}

    /** A part that some of its members have asked for. */
    private static final class Joining {
        @Nullable
        SimGroup group;

        int arrived;
    }

    private final SimNetwork network;
    private final int[] members;
    private final int[] nodes;
    private final List<SimEndpoint> endpoints = new ArrayList<>();
    private final Map<Key, Channel> channels = new HashMap<>();
    private final List<SimCollective> collectives = new ArrayList<>();
    private final Map<String, Joining> joining = new HashMap<>();

    SimGroup(SimNetwork network, int[] members) {
        this.network = network;
        this.members = members.clone();
        this.nodes = new int[members.length];
        Map<Integer, Integer> firstOfNode = new HashMap<>();
        for (int rank = 0; rank < members.length; rank++) {
            Integer first = firstOfNode.putIfAbsent(network.nodeOf(members[rank]), rank);
            nodes[rank] = first == null ? rank : first;
            endpoints.add(new SimEndpoint(network, this, rank));
        }
    }

    List<SimEndpoint> endpoints() {
        return endpoints;
    }

    int size() {
        return members.length;
    }

    int nodeOf(int rank) {
        return nodes[rank];
    }

    private Channel channel(int from, int to, int tag) {
        return channels.computeIfAbsent(new Key(from, to, tag), key -> new Channel());
    }

    void send(int from, SimOperation send) {
        Channel channel = channel(from, send.peer, send.tag);
        long arrival = network.arrival(members[from], members[send.peer], send.bytes);
        send.arrivalNs = Math.max(arrival, channel.lastArrivalNs);
        channel.lastArrivalNs = send.arrivalNs;
        network.expect(send.arrivalNs);
        if (network.isEager(send.bytes)) {
            buffer(send);
            send.done = true;
        }
        channel.sent.add(send);
        match(channel);
    }

    void recv(int to, SimOperation recv) {
        if (network.scrubs() && recv.bytes > 0) {
            network.host().clear(recv.address, recv.bytes);
        }
        Channel channel = channel(recv.peer, to, recv.tag);
        channel.wanted.add(recv);
        match(channel);
    }

    private static void match(Channel channel) {
        while (!channel.sent.isEmpty() && !channel.wanted.isEmpty()) {
            SimOperation send = channel.sent.remove();
            SimOperation recv = channel.wanted.remove();
            send.partner = recv;
            recv.partner = send;
        }
    }

    private void buffer(SimOperation send) {
        byte[] bytes = new byte[(int) send.bytes];
        if (send.bytes > 0) {
            network.host().view(send.address, send.bytes).get(bytes);
        }
        send.buffered = bytes;
    }

    /** Delivers the message if it has arrived. */
    void progress(SimOperation operation) {
        SimOperation partner = operation.partner;
        if (partner == null || operation.done) {
            return;
        }
        SimOperation send = operation.sends ? operation : partner;
        SimOperation recv = operation.sends ? partner : operation;
        if (network.nowNs() >= send.arrivalNs) {
            deliver(send, recv);
        }
    }

    private void deliver(SimOperation send, SimOperation recv) {
        if (send.bytes != recv.bytes) {
            recv.failure = new IcclException(
                    ResultCode.UNHANDLED_ERROR,
                    "a message of " + send.bytes + " bytes met a receive of " + recv.bytes + " bytes, from rank "
                            + recv.peer + " with tag " + recv.tag);
        } else if (send.buffered != null) {
            if (send.bytes > 0) {
                network.host().view(recv.address, recv.bytes).put(send.buffered);
            }
        } else {
            network.host().copy(recv.address, send.address, send.bytes);
        }
        send.done = true;
        recv.done = true;
        send.partner = null;
        recv.partner = null;
    }

    /** Forgets an operation that is not done: its memory is not touched any more. */
    void withdraw(int rank, SimOperation operation) {
        if (operation.collective != null) {
            operation.collective.onLeave(rank);
            return;
        }
        if (operation.sends) {
            buffer(operation); // it goes on its way, as a message that has left does
            operation.done = true;
            return;
        }
        Channel channel = channel(operation.peer, rank, operation.tag);
        SimOperation send = operation.partner;
        if (send == null) {
            channel.wanted.remove(operation);
        } else {
            send.partner = null;
            channel.sent.addFirst(send);
            match(channel);
        }
    }

    /** A rank is gone: what it sent without a buffer is lost. */
    void onGone(int rank, List<SimOperation> open) {
        for (SimOperation operation : open) {
            if (operation.sends && operation.collective == null && !operation.done) {
                SimOperation recv = operation.partner;
                if (recv == null) {
                    channel(rank, operation.peer, operation.tag).sent.remove(operation);
                } else {
                    recv.partner = null;
                }
            } else if (!operation.done) {
                withdraw(rank, operation);
            }
        }
    }

    boolean isGone(int rank) {
        return endpoints.get(rank).isGone();
    }

    void kill(int member) {
        for (int rank = 0; rank < members.length; rank++) {
            if (members[rank] == member) {
                endpoints.get(rank).kill();
            }
        }
    }

    /** The k-th collective of the group; ranks call them in the same order. */
    SimCollective join(int index, int rank, CollectiveCall call) {
        while (collectives.size() <= index) {
            collectives.add(new SimCollective(network, this));
        }
        SimCollective collective = collectives.get(index);
        collective.join(rank, call);
        return collective;
    }

    /** Waits until all members of the part have come. */
    SimEndpoint join(int rank, int[] part, int tag) {
        synchronized (network) {
            String key = tag + Arrays.toString(part);
            Joining join = joining.computeIfAbsent(key, k -> new Joining());
            if (join.group == null) {
                int[] outer = new int[part.length];
                for (int i = 0; i < part.length; i++) {
                    outer[i] = members[part[i]];
                }
                join.group = network.newGroup(outer);
            }
            if (++join.arrived == part.length) {
                joining.remove(key, join);
                network.notifyAll();
            }
            awaitMembers(join, part);
            return join.group.endpoints.get(indexOf(part, rank));
        }
    }

    private void awaitMembers(Joining join, int[] part) {
        long deadline = System.currentTimeMillis() + PATIENCE_MS;
        while (join.arrived < part.length) {
            for (int member : part) {
                if (isGone(member)) {
                    throw gone(member);
                }
            }
            long left = deadline - System.currentTimeMillis();
            if (left <= 0) {
                throw new IcclException(ResultCode.TIMEOUT, "a part of " + part.length + " ranks has " + join.arrived);
            }
            try {
                network.wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IcclException(ResultCode.UNHANDLED_ERROR, "interrupted while a part is made", e);
            }
        }
    }

    private static int indexOf(int[] part, int rank) {
        for (int i = 0; i < part.length; i++) {
            if (part[i] == rank) {
                return i;
            }
        }
        throw new IcclException(ResultCode.INVALID_ARGUMENT, "rank " + rank + " is not in " + Arrays.toString(part));
    }

    static IcclException gone(int rank) {
        return new IcclException(ResultCode.REMOTE_ERROR, null, rank, "rank " + rank + " is gone", null);
    }

    void listLeft(List<String> left) {
        endpoints.forEach(endpoint -> endpoint.listLeft(left));
        channels.forEach((key, channel) ->
                channel.sent.forEach(send -> left.add("never received: " + send + " from rank " + key.from())));
    }
}
