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
    /** How far each has come at least, as it was last read. */
    private final long[] seen;

    private long number;

    /** Whether a peer was not there yet at this rank's last look, since it began the current exchange. */
    private boolean isLate;
    /** Whether the next exchange was not free at a look. */
    private boolean isBlocked;

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

    /**
     * Whether this rank may write for the {@link #next} exchange what is there {@code depth} times. Once it may not, it may again
     * when half of that is free: then it goes on for a while, and the others are not asked after each of their exchanges.
     */
    boolean isNextFree(int depth) {
        long wanted = number + 2 - depth;
        for (int peer = 0; peer < seen.length; peer++) {
            if (peer != rank && seen[peer] < wanted && !isFar(peer, wanted, wanted + depth / 2 - 1)) {
                awaited = peer;
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a peer has come far enough, at least to {@code wanted}.
     *
     * @param enough how far when it was not there at the first look; no later than what this rank itself has begun, so that
     *     the rank that is last waits for nobody
     */
    private boolean isFar(int peer, long wanted, long enough) {
        if (!isBlocked) {
            seen[peer] = board.latest(peer);
            if (seen[peer] >= wanted) {
                return true;
            }
            isBlocked = true;
        }
        return hasBegun(peer, enough);
    }

    /** What this rank wrote for the next exchange is complete. */
    void begin() {
        number++;
        isLate = false;
        isBlocked = false;
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
        if (seen[peer] >= exchange) {
            return true;
        }
        if (board.counter(peer, exchange) < exchange) {
            awaited = peer;
            isLate = true;
            return false;
        }
        // One that was there before this rank may be far ahead, and need not be asked again for long. It tells that
        // last.
        seen[peer] = isLate ? exchange : Math.max(exchange, board.latest(peer));
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
