package iccl.kernel.internal.collective;

import iccl.api.Operation;
import iccl.kernel.internal.pattern.Blocks;

/**
 * AllReduce, Reduce and ReduceScatter by direct exchange. The buffer is one block per rank. Every rank sends each block, as
 * it is, to the block's owner; the owner folds the contributions in rank order and, piece by piece, gives the result to
 * those who want it: to all, to the root, or to nobody else. Each element is computed by one rank, in rank order, so the
 * result depends on nothing but the data.
 *
 * <p>Rounds: 2, or 1 for ReduceScatter. Bytes per rank: (ranks - 1) / ranks of the buffer in elements, and for AllReduce as
 * much again. Scratch: 2 pieces per rank, at most 16 segments as long as a piece is 64 bytes or more. Chosen for medium
 * and large buffers when the ranks are not too many, for ReduceScatter, and for floats in deterministic mode.
 */
public final class DirectReduction extends PipelinedMachine {
    private static final int LANES = 2;
    private static final int SEGMENTS_PER_LANE = 8;
    private static final long SMALLEST_PIECE_BYTES = 64;

    private final Reduction reduction;
    private final Slots slots = new Slots();
    private final long[] sources;
    private long pieceElements;
    private long pieces;

    public DirectReduction(Workbench bench) {
        super(bench, LANES);
        reduction = new Reduction(bench.host(), bench.size());
        sources = new long[bench.size()];
    }

    @Override
    long prepare() {
        reduction.take(call());
        long longest = length(0);
        long share = Math.max(SMALLEST_PIECE_BYTES, SEGMENTS_PER_LANE * segmentBytes() / size());
        pieceElements = Math.min(longest, Math.max(1, Math.min(segmentBytes(), share) / elementBytes()));
        pieces = Blocks.pieces(longest, pieceElements);
        long slotBytes = pieceElements * elementBytes();
        slots.lay(takeScratch(Slots.bytes(slotCount(), slotBytes)), slotBytes);
        return call().operation() == Operation.REDUCE_SCATTER ? pieces : pieces + LANES;
    }

    private long slotCount() {
        // A result that leaves for the root stays until it is sent, one turn of the lanes longer than the
        // contributions.
        return (long) LANES * size() + 2 * LANES;
    }

    @Override
    void post(long item, int lane) {
        if (item < pieces) {
            collect(item, lane);
        }
        long ready = item - LANES;
        if (ready >= 0) {
            switch (call().operation()) {
                case ALL_REDUCE -> spread(ready, lane);
                case REDUCE -> deliver(ready, lane);
                default -> {}
            }
        }
    }

    private void collect(long piece, int lane) {
        for (int distance = 1; distance < size(); distance++) {
            int from = before(distance);
            recv(lane, from, contribution(from, lane), bytes(rank(), piece));
            int to = after(distance);
            send(lane, to, call().sendAddress() + offset(to, piece), bytes(to, piece));
        }
    }

    private void spread(long piece, int lane) {
        for (int distance = 1; distance < size(); distance++) {
            int from = before(distance);
            recv(lane, from, call().recvAddress() + offset(from, piece), bytes(from, piece));
            send(lane, after(distance), result(piece), bytes(rank(), piece));
        }
    }

    private void deliver(long piece, int lane) {
        if (rank() != call().root()) {
            send(lane, call().root(), result(piece), bytes(rank(), piece));
            return;
        }
        for (int distance = 1; distance < size(); distance++) {
            int from = before(distance);
            recv(lane, from, call().recvAddress() + offset(from, piece), bytes(from, piece));
        }
    }

    @Override
    void complete(long item, int lane) {
        if (item >= pieces) {
            return;
        }
        for (int from = 0; from < size(); from++) {
            sources[from] = from == rank() ? call().sendAddress() + offset(from, item) : contribution(from, lane);
        }
        reduction.fold(result(item), sources, Blocks.pieceLength(length(rank()), pieceElements, item));
    }

    /** Where this rank puts its own block's result. */
    private long result(long piece) {
        return switch (call().operation()) {
            case REDUCE_SCATTER -> call().recvAddress() + piece * pieceElements * elementBytes();
            case REDUCE -> rank() == call().root()
                    ? call().recvAddress() + offset(rank(), piece)
                    : slots.at((long) LANES * size() + piece % LANES);
            default -> call().recvAddress() + offset(rank(), piece);
        };
    }

    private long contribution(int from, int lane) {
        return slots.at((long) lane * size() + from);
    }

    private int before(int distance) {
        return Math.floorMod(rank() - distance, size());
    }

    private int after(int distance) {
        return Math.floorMod(rank() + distance, size());
    }

    /** Elements of a block. */
    private long length(int block) {
        return call().operation() == Operation.REDUCE_SCATTER
                ? call().count()
                : Blocks.length(call().count(), size(), block);
    }

    /** Bytes of a piece of a block. */
    private long bytes(int block, long piece) {
        return Blocks.pieceLength(length(block), pieceElements, piece) * elementBytes();
    }

    /** Where a piece of a block begins in the whole buffer, in bytes. */
    private long offset(int block, long piece) {
        long begin = call().operation() == Operation.REDUCE_SCATTER
                ? block * call().count()
                : Blocks.offset(call().count(), size(), block);
        return (begin + piece * pieceElements) * elementBytes();
    }

    private int elementBytes() {
        return call().type().bytes();
    }
}
