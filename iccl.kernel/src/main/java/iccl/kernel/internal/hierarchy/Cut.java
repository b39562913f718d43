package iccl.kernel.internal.hierarchy;

import iccl.api.Operation;
import iccl.kernel.internal.pattern.Blocks;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;

/**
 * How an operation is cut: into chunks of {@code count}, the same on all ranks, and a chunk into a part for each rail. Where the
 * operation has one block for all ranks, a part is a share of the chunk. Where every rank has a block of its own, a part is
 * what the chunk has of the blocks of the rail's ranks, one after the other.
 */
final class Cut {
    private final NodeMap map;
    private final HostPlatform host;
    private boolean isBlocked;
    private int elementBytes = 1;
    private long count;
    private int rails = 1;
    private long chunkElements = 1;
    private long chunks = 1;

    Cut(NodeMap map, HostPlatform host) {
        this.map = map;
        this.host = host;
    }

    /**
     * @param usedRails how many have a part
     * @param partBytes what a part has at most, as far as that is possible
     */
    void lay(CollectiveCall call, int usedRails, long partBytes) {
        isBlocked = isBlocked(call.operation());
        elementBytes = call.type().bytes();
        count = call.count();
        rails = usedRails;
        long chunkBytes = isBlocked ? partBytes / map.nodes() : partBytes * rails;
        chunkElements = Math.max(1, Math.min(count, chunkBytes / elementBytes));
        chunks = Math.max(1, Blocks.pieces(count, chunkElements));
    }

    /** Whether every rank has a block of its own. */
    static boolean isBlocked(Operation operation) {
        return switch (operation) {
            case ALL_GATHER, GATHER, SCATTER, REDUCE_SCATTER, ALL_TO_ALL -> true;
            case ALL_REDUCE, REDUCE, BROADCAST, SEND, RECV, BARRIER -> false;
        };
    }

    int rails() {
        return rails;
    }

    long chunks() {
        return chunks;
    }

    /** Elements of {@code count} in a chunk. */
    long count(long chunk) {
        return Blocks.pieceLength(count, chunkElements, chunk);
    }

    /** Where a chunk begins in a block, in bytes. */
    long offset(long chunk) {
        return chunk * chunkElements * elementBytes;
    }

    /** Elements of a rail's part. */
    long partLength(long chunk, int rail) {
        return isBlocked ? map.nodes() * count(chunk) : Blocks.length(count(chunk), rails, rail);
    }

    /** Elements of the longest part. */
    long longestPart() {
        return partLength(0, 0);
    }

    /** Where an element of a part is in a buffer with the blocks of all ranks, or with the one block; in bytes. */
    long offset(long chunk, int rail, long element) {
        long inChunk = isBlocked ? element % count(chunk) : Blocks.offset(count(chunk), rails, rail) + element;
        long block = isBlocked ? map.rankOf((int) (element / count(chunk)), rail) * count : 0;
        return (block + inChunk) * elementBytes + offset(chunk);
    }

    /** How many elements of a part, from one on, lie one after the other in a buffer; at most {@code most}. */
    long run(long chunk, long element, long most) {
        return isBlocked ? Math.min(most, count(chunk) - element % count(chunk)) : most;
    }

    /** Copies elements of a part out of a buffer to where they lie one after the other. */
    void collect(long to, long buffer, long chunk, int rail, long element, long elements) {
        for (long done = 0, run; done < elements; done += run) {
            run = run(chunk, element + done, elements - done);
            copy(to + done * elementBytes, buffer + offset(chunk, rail, element + done), run);
        }
    }

    /** The other way. */
    void spread(long buffer, long from, long chunk, int rail, long element, long elements) {
        for (long done = 0, run; done < elements; done += run) {
            run = run(chunk, element + done, elements - done);
            copy(buffer + offset(chunk, rail, element + done), from + done * elementBytes, run);
        }
    }

    private void copy(long to, long from, long elements) {
        if (to != from) {
            host.copy(to, from, elements * elementBytes);
        }
    }
}
