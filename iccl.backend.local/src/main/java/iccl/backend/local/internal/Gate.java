package iccl.backend.local.internal;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps memory mapped while somebody is inside: {@link #shut} returns when all have left, and nobody enters after it. What
 * is done inside is short, or looks at {@link #isShut} itself.
 */
final class Gate {
    private static final int SHUT = 1 << 30;
    private static final int SPINS = 100;
    private static final long PARK_NANOS = 50_000;

    /** How many are inside, plus {@link #SHUT}. */
    private final AtomicInteger inside = new AtomicInteger();

    /** Enters; false when the gate is shut. Whoever got in must {@link #leave}. */
    boolean enter() {
        if (inside.getAndIncrement() < SHUT) {
            return true;
        }
        leave();
        return false;
    }

    void leave() {
        inside.getAndDecrement();
    }

    boolean isShut() {
        return inside.get() >= SHUT;
    }

    /**
     * Shuts the gate and waits until it is empty.
     *
     * @return false when it had been shut before; then it may not be empty yet
     */
    boolean shut() {
        int before = inside.get();
        while (before < SHUT && !inside.compareAndSet(before, before + SHUT)) {
            before = inside.get();
        }
        if (before >= SHUT) {
            return false;
        }
        for (int turn = 0; inside.get() > SHUT; turn++) {
            if (turn < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PARK_NANOS);
            }
        }
        return true;
    }
}
