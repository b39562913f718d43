package iccl.kernel.internal.collective;

import iccl.kernel.internal.pattern.Blocks;
import iccl.kernel.internal.pattern.Ring;

/**
 * AllReduce on a ring. The buffer is one block per rank. Reduce-scatter: each block goes once around, as accumulators, and
 * every rank adds its own on the way; it ends at its owner, which stores the result. All-gather: the results go around once
 * more, as elements. Each block is summed up by one chain of ranks, so all get the same bits.
 *
 * <p>Rounds: 2 (ranks - 1). Bytes per rank: (ranks - 1) / ranks of the buffer in accumulators, and again in elements.
 * Scratch: 4 segments. Chosen for large buffers and many ranks: every rank talks to its neighbours only.
 */
public final class RingAllReduce extends RoundMachine {
    private static final int LANES = 2;

    private final Reduction reduction;
    private final Slots slots = new Slots();
    private final long[] partial = new long[LANES];
    private long pieceElements;

    public RingAllReduce(Workbench bench) {
        super(bench, LANES);
        reduction = new Reduction(bench.host(), bench.size());
    }

    @Override
    long prepare() {
        reduction.take(call());
        long longest = Blocks.longest(call().count(), size());
        pieceElements = Math.min(longest, segmentBytes() / reduction.bytes());
        long slotBytes = pieceElements * reduction.bytes();
        slots.lay(takeScratch(Slots.bytes(2 * LANES, slotBytes)), slotBytes);
        return itemsOf(Blocks.pieces(longest, pieceElements), 2 * (size() - 1));
    }

    @Override
    void post(long piece, int round, int lane) {
        int next = Ring.next(rank(), size());
        int previous = Ring.previous(rank(), size());
        if (round < size() - 1) {
            int block = Ring.reduceScatterSends(rank(), round, size());
            if (round == 0) {
                partial[lane] = operand(piece, block, lane);
            }
            int incoming = Ring.reduceScatterReceives(rank(), round, size());
            recv(lane, previous, theirs(lane), length(piece, incoming) * reduction.bytes());
            send(lane, next, partial[lane], length(piece, block) * reduction.bytes());
        } else {
            int step = round - (size() - 1);
            int block = Ring.allGatherSends(rank(), step, size());
            int incoming = Ring.allGatherReceives(rank(), step, size());
            recv(lane, previous, result(piece, incoming), length(piece, incoming) * elementBytes());
            send(lane, next, result(piece, block), length(piece, block) * elementBytes());
        }
    }

    @Override
    void complete(long piece, int round, int lane) {
        if (round >= size() - 1) {
            return;
        }
        int block = Ring.reduceScatterReceives(rank(), round, size());
        long own = operand(piece, block, lane);
        reduction.combine(mine(lane), theirs(lane), own, length(piece, block));
        partial[lane] = mine(lane);
        if (round == size() - 2) {
            reduction.store(result(piece, block), mine(lane), length(piece, block));
        }
    }

    private long operand(long piece, int block, int lane) {
        long elements = call().sendAddress() + offset(piece, block);
        return reduction.operand(elements, mine(lane), length(piece, block));
    }

    private long mine(int lane) {
        return slots.at(2L * lane);
    }

    private long theirs(int lane) {
        return slots.at(2L * lane + 1);
    }

    private long length(long piece, int block) {
        return Blocks.pieceLength(Blocks.length(call().count(), size(), block), pieceElements, piece);
    }

    private long offset(long piece, int block) {
        return (Blocks.offset(call().count(), size(), block) + piece * pieceElements) * elementBytes();
    }

    private long result(long piece, int block) {
        return call().recvAddress() + offset(piece, block);
    }

    private int elementBytes() {
        return call().type().bytes();
    }
}
