package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.BinomialTree;
import iccl.kernel.internal.pattern.Blocks;

/**
 * Broadcast down a tree, segment by segment: a rank passes a segment on while the next ones arrive. Nothing is copied but
 * root's send buffer into its receive buffer, unless they are the same.
 *
 * <p>Binomial tree: log2(ranks) rounds, rounded up; the root sends the buffer log2(ranks) times. Chosen for small buffers.
 * Chain: ranks - 1 rounds, but every rank sends the buffer at most once, so that with many segments it takes as long as one
 * send. Chosen for large buffers. No scratch.
 */
public final class TreeBroadcast extends PipelinedMachine {
    private static final int LANES = 4;

    private final boolean chain;
    private int place;
    private long pieces;

    private TreeBroadcast(Workbench bench, boolean chain) {
        super(bench, LANES);
        this.chain = chain;
    }

    public static TreeBroadcast binomial(Workbench bench) {
        return new TreeBroadcast(bench, false);
    }

    public static TreeBroadcast chain(Workbench bench) {
        return new TreeBroadcast(bench, true);
    }

    @Override
    long prepare() {
        place = BinomialTree.place(rank(), call().root(), size());
        pieces = Blocks.pieces(call().bytes(), segmentBytes());
        return place == 0 ? pieces : pieces + LANES;
    }

    @Override
    void post(long item, int lane) {
        if (place == 0) {
            passOn(item, call().sendAddress(), lane);
            return;
        }
        if (item < pieces) {
            int parent = chain ? place - 1 : BinomialTree.parent(place);
            recv(lane, rankOf(parent), call().recvAddress() + offset(item), length(item));
        }
        if (item >= LANES) {
            passOn(item - LANES, call().recvAddress(), lane);
        }
    }

    private void passOn(long piece, long buffer, int lane) {
        if (chain) {
            if (place + 1 < size()) {
                send(lane, rankOf(place + 1), buffer + offset(piece), length(piece));
            }
            return;
        }
        for (int child = BinomialTree.children(place, size()) - 1; child >= 0; child--) { // the largest subtree first
            send(lane, rankOf(BinomialTree.child(place, child)), buffer + offset(piece), length(piece));
        }
    }

    @Override
    void complete(long item, int lane) {
        if (place == 0) {
            long offset = offset(item);
            LocalWork.copy(mover(), call().recvAddress() + offset, call().sendAddress() + offset, length(item));
        }
    }

    private int rankOf(int otherPlace) {
        return BinomialTree.rank(otherPlace, call().root(), size());
    }

    private long offset(long piece) {
        return piece * segmentBytes();
    }

    private long length(long piece) {
        return Blocks.pieceLength(call().bytes(), segmentBytes(), piece);
    }
}
