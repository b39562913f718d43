package iccl.kernel.internal.collective;

import iccl.api.Operation;
import iccl.kernel.port.CollectiveCall;

/**
 * How an operation is cut into chunks. A chunk takes the same range of elements out of each block of a buffer, a block being
 * {@code count} elements; so a chunk is the same operation with a smaller count. All ranks cut alike.
 */
final class ChunkLayout {
    /** Less than this per block is not worth a message of its own. */
    private static final long SMALLEST_BYTES = 4096;

    private static final long ALIGNMENT = 64;

    private CollectiveCall call;
    private long chunkElements;
    private long chunks;
    private int sendBlocks;
    private int recvBlocks;

    ChunkLayout(CollectiveCall call, int rank, int size, long chunkBytes) {
        this.call = call;
        lay(call, rank, size, chunkBytes);
    }

    /** Lays out another call. */
    final void lay(CollectiveCall next, int rank, int size, long chunkBytes) {
        call = next;
        boolean isRoot = next.root() == rank;
        sendBlocks = sendBlocks(next.operation(), size, isRoot);
        recvBlocks = recvBlocks(next.operation(), size, isRoot);
        chunkElements = elements(next, size, chunkBytes);
        // An operation of nothing is one chunk of nothing: whoever runs it still hears of it.
        chunks = Math.max(1, (next.count() + chunkElements - 1) / chunkElements);
    }

    /** Elements of each block in a full chunk. */
    private static long elements(CollectiveCall call, int size, long chunkBytes) {
        long parts = hasBlocks(call.operation()) ? size : 1;
        long bytes = Math.max(SMALLEST_BYTES, chunkBytes / parts);
        return Math.max(1, bytes / ALIGNMENT * ALIGNMENT / call.type().bytes());
    }

    private static boolean hasBlocks(Operation operation) {
        return switch (operation) {
            case ALL_GATHER, GATHER, SCATTER, REDUCE_SCATTER, ALL_TO_ALL -> true;
            case ALL_REDUCE, REDUCE, BROADCAST, SEND, RECV, BARRIER -> false;
        };
    }

    private static int sendBlocks(Operation operation, int size, boolean isRoot) {
        return switch (operation) {
            case ALL_REDUCE, REDUCE, ALL_GATHER, GATHER, SEND -> 1;
            case BROADCAST -> isRoot ? 1 : 0;
            case SCATTER -> isRoot ? size : 0;
            case REDUCE_SCATTER, ALL_TO_ALL -> size;
            case RECV, BARRIER -> 0;
        };
    }

    private static int recvBlocks(Operation operation, int size, boolean isRoot) {
        return switch (operation) {
            case ALL_REDUCE, BROADCAST, SCATTER, REDUCE_SCATTER, RECV -> 1;
            case REDUCE -> isRoot ? 1 : 0;
            case GATHER -> isRoot ? size : 0;
            case ALL_GATHER, ALL_TO_ALL -> size;
            case SEND, BARRIER -> 0;
        };
    }

    /** Whether an operation of that size is more than one chunk. */
    static boolean isCut(CollectiveCall call, int size, long chunkBytes) {
        return call.count() > elements(call, size, chunkBytes);
    }

    /** What a full chunk is, for choosing the algorithm that all chunks get. */
    static long largestCount(CollectiveCall call, int size, long chunkBytes) {
        return Math.min(call.count(), elements(call, size, chunkBytes));
    }

    long chunks() {
        return chunks;
    }

    /** Elements of each block in a chunk. */
    long count(long chunk) {
        return Math.min(chunkElements, call.count() - chunk * chunkElements);
    }

    int sendBlocks() {
        return sendBlocks;
    }

    int recvBlocks() {
        return recvBlocks;
    }

    /** Room for a chunk of such blocks, in bytes. */
    long roomBytes(int blocks) {
        return blocks * Math.min(chunkElements, call.count()) * call.type().bytes();
    }

    /** Bytes of each block in a chunk. */
    long partBytes(long chunk) {
        return count(chunk) * call.type().bytes();
    }

    /** Where a chunk's part of a block begins, in bytes from the buffer's begin. */
    long offset(int block, long chunk) {
        return (block * call.count() + chunk * chunkElements) * call.type().bytes();
    }

    /** Whether a chunk lies in one piece in a buffer of so many blocks. */
    boolean isWhole(int blocks) {
        return blocks <= 1 || chunks == 1;
    }
}
