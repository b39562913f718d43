package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.BinomialTree;
import iccl.kernel.internal.pattern.Blocks;

/**
 * Reduce up a binomial tree, segment by segment: every rank combines its own part with its children's and passes the partial
 * result, as accumulators, to its parent; the root stores the end result.
 *
 * <p>Rounds: log2(ranks), rounded up, plus one per segment beyond the first. Bytes per rank: the buffer in accumulators.
 * Scratch: 2 segments, and 2 per child. Chosen for small buffers.
 */
public final class BinomialReduce extends PipelinedMachine {
    private static final int LANES = 2;

    private final Reduction reduction;
    private final Slots slots = new Slots();
    /** By lane: a partial result is sent before the lane makes the next one. */
    private final long[] partial = new long[LANES];

    private int place;
    private int children;
    private long pieceElements;
    private long pieces;

    public BinomialReduce(Workbench bench) {
        super(bench, LANES);
        reduction = new Reduction(bench.host(), bench.size());
    }

    @Override
    long prepare() {
        reduction.take(call());
        place = BinomialTree.place(rank(), call().root(), size());
        children = BinomialTree.children(place, size());
        pieceElements = Math.min(call().count(), segmentBytes() / reduction.bytes());
        pieces = Blocks.pieces(call().count(), pieceElements);
        long slotBytes = pieceElements * reduction.bytes();
        slots.lay(takeScratch(Slots.bytes(LANES * (1L + children), slotBytes)), slotBytes);
        return pieces + LANES;
    }

    @Override
    void post(long item, int lane) {
        if (item < pieces) {
            for (int child = 0; child < children; child++) {
                int peer = BinomialTree.rank(BinomialTree.child(place, child), call().root(), size());
                recv(lane, peer, fromChild(child, lane), length(item) * reduction.bytes());
            }
        }
        long ready = item - LANES;
        if (ready >= 0 && place != 0) {
            int parent = BinomialTree.rank(BinomialTree.parent(place), call().root(), size());
            send(lane, parent, partial[lane], length(ready) * reduction.bytes());
        }
    }

    @Override
    void complete(long item, int lane) {
        if (item >= pieces) {
            return;
        }
        long offset = item * pieceElements * call().type().bytes();
        long slot = slots.at(lane);
        long total = reduction.operand(call().sendAddress() + offset, slot, length(item));
        for (int child = 0; child < children; child++) {
            reduction.combine(slot, total, fromChild(child, lane), length(item));
            total = slot;
        }
        partial[lane] = total;
        if (place == 0) {
            reduction.store(call().recvAddress() + offset, total, length(item));
        }
    }

    private long fromChild(int child, int lane) {
        return slots.at(LANES + (long) lane * children + child);
    }

    private long length(long piece) {
        return Blocks.pieceLength(call().count(), pieceElements, piece);
    }
}
