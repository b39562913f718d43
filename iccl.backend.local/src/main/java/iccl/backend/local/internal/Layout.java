package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;

/**
 * Where everything is in a group's segment: the control area (a header, then a row per rank), then a place for a ring per
 * ordered pair of ranks. Places of rings take memory only once they are used.
 *
 * @param size ranks in the group
 * @param ringBytes the place of one ring, a multiple of {@link #PAGE}
 */
record Layout(int size, long ringBytes) {
    static final long PAGE = 4096;
    /** Two cache lines: the processor fetches them in pairs. */
    static final int LINE = 128;

    static final int HEADER_BYTES = 2 * LINE;

    /** What all rings of a group may take together, unless there are so many pairs that each has only a page. */
    private static final long GROUP_BYTES = 64L << 20;

    static final long LARGEST_RING = 16L << 20;
    private static final int MOST_RANKS = 4096;

    Layout {
        if (size < 1 || size > MOST_RANKS) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "the local backend connects 1 to " + MOST_RANKS + " ranks, not " + size);
        }
        if (ringBytes < PAGE || ringBytes > LARGEST_RING || ringBytes % PAGE != 0) {
            throw new IllegalArgumentException("ring of " + ringBytes + " bytes");
        }
    }

    /** For that many ranks, with rings as large as wanted if the group stays within its limit. */
    static Layout of(int size, long wantedRingBytes) {
        long share = GROUP_BYTES / Math.max(1, (long) size * size);
        long ring = Math.min(Math.min(wantedRingBytes, share), LARGEST_RING);
        return new Layout(size, Math.max(PAGE, ring / PAGE * PAGE));
    }

    int rowBytes() {
        return LINE + roundUp(size * Long.BYTES, LINE);
    }

    int row(int rank) {
        return HEADER_BYTES + rank * rowBytes();
    }

    int controlBytes() {
        return roundUp(row(size), (int) PAGE);
    }

    long ringOffset(int from, int to) {
        return controlBytes() + ((long) from * size + to) * ringBytes;
    }

    long totalBytes() {
        return ringOffset(size, 0);
    }

    private static int roundUp(int value, int unit) {
        return (value + unit - 1) / unit * unit;
    }
}
