package iccl.kernel.internal.progress;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How a waiting thread waits: it spins for a moment (the lowest latency), then yields (the peer may want this core), then
 * parks, longer and longer. Where ranks outnumber cores it does not spin: the peer cannot answer while we hold its core.
 * Where a peer is on another machine it does not spin, either: a message takes longer than a yield, and the machine may be
 * busier than can be seen. It yields longer there, since many transports move data only while they are asked.
 *
 * <p>Threads: one.
 */
public final class Backoff {
    private static final long SPIN_NS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long YIELD_NS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long YIELD_FOR_MACHINES_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long SHORTEST_PARK_NS = TimeUnit.MICROSECONDS.toNanos(10);
    private static final long LONGEST_PARK_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private final long spinNs;
    private final long yieldNs;
    private long idleSinceNs;
    private long parkNs;
    private boolean idle;

    /**
     * @param crowded whether more ranks than cores share this machine
     * @param isFar whether a peer is on another machine
     */
    public Backoff(boolean crowded, boolean isFar) {
        this.spinNs = crowded || isFar ? 0 : SPIN_NS;
        this.yieldNs = isFar ? YIELD_FOR_MACHINES_NS : YIELD_NS;
    }

    /** Something was done: begin anew. */
    void reset() {
        idle = false;
    }

    /** Nothing was done: wait a little. */
    @SuppressWarnings("ThreadPriorityCheck") // Yielding is for speed alone: nothing goes wrong if it does nothing.
    void pause(long nowNs) {
        if (!idle) {
            idle = true;
            idleSinceNs = nowNs;
            parkNs = SHORTEST_PARK_NS;
        }
        long idleNs = nowNs - idleSinceNs;
        if (idleNs < spinNs) {
            Thread.onSpinWait();
        } else if (idleNs < yieldNs) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, parkNs);
            parkNs = Math.min(parkNs * 2, LONGEST_PARK_NS);
        }
    }

    /** Whether the wait is long enough to look at the rest of the world. */
    boolean isParking() {
        return idle && parkNs > SHORTEST_PARK_NS;
    }
}
