package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.BinomialTree;

/**
 * Scatter down a binomial tree: every rank gets the blocks of its subtree, which are neighbours, in one message from its
 * parent and passes on what belongs to its children.
 *
 * <p>Rounds: log2(ranks), rounded up. Bytes: each block travels up to log2(ranks) times. Scratch: the subtree's blocks, all
 * of them at the root. Chosen for small blocks and many ranks.
 */
public final class BinomialScatter extends PipelinedMachine {
    private int place;
    private long held;

    public BinomialScatter(Workbench bench) {
        super(bench, 1);
    }

    @Override
    long prepare() {
        long bytes = call().bytes();
        place = BinomialTree.place(rank(), call().root(), size());
        held = takeScratch(BinomialTree.subtree(place, size()) * bytes);
        if (place == 0) {
            int upToEnd = size() - rank();
            mover().copy(held, call().sendAddress() + rank() * bytes, upToEnd * bytes);
            if (rank() > 0) {
                mover().copy(held + upToEnd * bytes, call().sendAddress(), rank() * bytes);
            }
        }
        return 2;
    }

    @Override
    void post(long item, int lane) {
        if (item == 0) {
            if (place != 0) {
                int parent = BinomialTree.rank(BinomialTree.parent(place), call().root(), size());
                recv(lane, parent, held, BinomialTree.subtree(place, size()) * call().bytes());
            }
            return;
        }
        for (int child = BinomialTree.children(place, size()) - 1; child >= 0; child--) { // the largest subtree first
            int at = BinomialTree.child(place, child);
            int peer = BinomialTree.rank(at, call().root(), size());
            long bytes = BinomialTree.subtree(at, size()) * call().bytes();
            send(lane, peer, held + (at - place) * call().bytes(), bytes);
        }
    }

    @Override
    void complete(long item, int lane) {
        if (item == 1) {
            mover().copy(call().recvAddress(), held, call().bytes());
        }
    }
}
