package iccl.kernel.internal.node;

import iccl.api.IcclException;

/**
 * How the ranks of a machine keep in step. Exchanges are numbered from 1, the same on all ranks. A rank begins one when it has
 * done with the one before; so once every rank has begun an exchange, nobody reads any more what was written for those
 * before it, and what they used may be written again.
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

    /** Whether this rank may write for the {@link #next} exchange what is there {@code depth} times. */
    boolean isNextFree(int depth) {
        return haveAllBegun(number + 2 - depth);
    }

    /** What this rank wrote for the next exchange is complete. */
    void begin() {
        number++;
        board.raise(rank, number);
    }

    /** Whether what all peers wrote for the current exchange can be read. */
    boolean haveAllBegun() {
        return haveAllBegun(number);
    }

    private boolean haveAllBegun(long exchange) {
        for (int peer = 0; peer < seen.length; peer++) {
            if (peer != rank && !hasBegun(peer, exchange)) {
                return false;
            }
        }
        return true;
    }

    /** Whether what a peer wrote for the current exchange can be read. */
    boolean hasBegun(int peer) {
        return hasBegun(peer, number);
    }

    private boolean hasBegun(int peer, long exchange) {
        if (seen[peer] < exchange) {
            seen[peer] = board.counter(peer, exchange);
            if (seen[peer] < exchange) {
                awaited = peer;
                return false;
            }
        }
        return true;
    }

    /** Nobody is late; until one is found so again. */
    void forgetAwaited() {
        awaited = IcclException.NO_RANK;
    }

    /** The peer that was last found late, or {@link IcclException#NO_RANK}. */
    int awaited() {
        return awaited;
    }
}
