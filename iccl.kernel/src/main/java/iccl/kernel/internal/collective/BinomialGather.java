package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.BinomialTree;

/**
 * Gather up a binomial tree: every rank collects the blocks of its subtree, which are neighbours, and passes them to its
 * parent in one message; the root puts them where they belong.
 *
 * <p>Rounds: log2(ranks), rounded up. Bytes: each block travels up to log2(ranks) times. Scratch: the subtree's blocks, all
 * of them at the root. Chosen for small blocks and many ranks.
 */
public final class BinomialGather extends PipelinedMachine {
    private int place;
    private long collected;

    public BinomialGather(Workbench bench) {
        super(bench, 1);
    }

    @Override
    long prepare() {
        place = BinomialTree.place(rank(), call().root(), size());
        collected = takeScratch(BinomialTree.subtree(place, size()) * call().bytes());
        mover().copy(collected, call().sendAddress(), call().bytes());
        return place == 0 ? 1 : 2;
    }

    @Override
    void post(long item, int lane) {
        if (item == 1) {
            int parent = BinomialTree.rank(BinomialTree.parent(place), call().root(), size());
            send(lane, parent, collected, BinomialTree.subtree(place, size()) * call().bytes());
            return;
        }
        for (int child = 0; child < BinomialTree.children(place, size()); child++) {
            int at = BinomialTree.child(place, child);
            int peer = BinomialTree.rank(at, call().root(), size());
            long bytes = BinomialTree.subtree(at, size()) * call().bytes();
            recv(lane, peer, collected + (at - place) * call().bytes(), bytes);
        }
    }

    @Override
    void complete(long item, int lane) {
        if (place != 0) {
            return;
        }
        long bytes = call().bytes();
        int upToEnd = size() - rank();
        mover().copy(call().recvAddress() + rank() * bytes, collected, upToEnd * bytes);
        if (rank() > 0) {
            mover().copy(call().recvAddress(), collected + upToEnd * bytes, rank() * bytes);
        }
    }
}
