package iccl.kernel.internal.node;

import iccl.api.IcclException;

/**
 * How the ranks of a machine keep in step. Exchanges are numbered from 1, the same on all ranks. A rank begins one when it has
 * done with the one before; so once every rank has begun an exchange, nobody reads any more what was written for the one
 * before it, and its slots may be written again for the next.
 *
 * <p>Threads: one at a time.
 */
final class Exchange {
    private final Board board;
    private final int rank;
    /** The counters as they were last read. */
    private final long[] seen;

    private long number;
    private int awaited = IcclException.NO_RANK;

    Exchange(Board board, int rank, int ranks) {
        this.board = board;
        this.rank = rank;
        this.seen = new long[ranks];
    }

    int rank() {
        return rank;
    }

    int size() {
        return seen.length;
    }

    /** The exchange that {@link #begin} begins. */
    long next() {
        return number + 1;
    }

    /** The exchange that was begun last. */
    long current() {
        return number;
    }

    /** Whether this rank may write for the {@link #next} exchange: every rank has begun the current one. */
    boolean isNextFree() {
        return haveAllBegun();
    }

    /** What this rank wrote for the next exchange is complete. */
    void begin() {
        number++;
        board.raise(rank, number);
    }

    boolean haveAllBegun() {
        for (int peer = 0; peer < seen.length; peer++) {
            if (peer != rank && !hasBegun(peer)) {
                return false;
            }
        }
        return true;
    }

    /** Whether what a peer wrote for the current exchange can be read. */
    boolean hasBegun(int peer) {
        if (seen[peer] < number) {
            seen[peer] = board.counter(peer, number);
            if (seen[peer] < number) {
                awaited = peer;
                return false;
            }
        }
        return true;
    }

    /** The peer that was last found late, or {@link IcclException#NO_RANK}. */
    int awaited() {
        return awaited;
    }
}
