package iccl.kernel.internal.hierarchy;

import iccl.api.Operation;
import iccl.kernel.internal.collective.Scratch;

/** The memory of the few chunks that are under way at a time: for each a part and, after it, a tail for what has another type. */
final class Lanes {
    /** One that goes up, one on the rail, one that comes down. */
    static final int COUNT = 3;

    private static final long ALIGNMENT = 64;

    private final Scratch scratch;
    private long first;
    private long laneBytes;
    private long partBytes;

    Lanes(Scratch scratch) {
        this.scratch = scratch;
    }

    void take(Job job) {
        long longest = job.cut().longestPart();
        partBytes = job.isOnRail() && needsPart(job)
                ? roundUp(longest * job.partial().bytes())
                : 0;
        laneBytes = partBytes + (job.isOnRail() ? roundUp(tailBytes(job)) : 0);
        long allBytes = Math.min(COUNT, job.cut().chunks()) * laneBytes;
        long spareBytes = job.isOnRail() && job.call().operation().isReducing()
                ? job.partial().spareBytes(longest)
                : 0;
        first = scratch.take(allBytes + spareBytes);
        job.partial().use(first + allBytes);
    }

    private static boolean needsPart(Job job) {
        return switch (job.call().operation()) {
            case ALL_REDUCE -> !job.partial().isElement();
            case REDUCE, REDUCE_SCATTER, ALL_GATHER -> true;
            case GATHER, SCATTER -> job.hasRoot();
            default -> false;
        };
    }

    private static long tailBytes(Job job) {
        if (job.partial().isElement()) {
            return 0;
        }
        Operation operation = job.call().operation();
        if (operation == Operation.REDUCE && job.hasRoot() && !job.isRoot()) {
            return job.cut().longestPart() * job.call().type().bytes();
        }
        return operation == Operation.REDUCE_SCATTER
                ? job.cut().count(0) * job.partial().bytes()
                : 0;
    }

    private static long roundUp(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    long part(long chunk) {
        return first + chunk % COUNT * laneBytes;
    }

    long tail(long chunk) {
        return part(chunk) + partBytes;
    }

    void release() {
        long address = first;
        first = 0;
        scratch.give(address);
    }
}
