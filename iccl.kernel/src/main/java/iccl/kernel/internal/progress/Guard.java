package iccl.kernel.internal.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Lets one thread at a time into an endpoint; it may enter again inside. There is a lock, and a short way for the thread that
 * comes again and again and meets nobody, the regular: it says that it is inside, then looks whether it still is the regular. No
 * fence keeps its processor from looking first, and that is what makes the way short: a fence waits until all that was written
 * has left the processor. Who comes by the lock pays for both: it dismisses the regular, then makes all threads pass a fence.
 * Either the regular looks after that, and takes the lock as others do, or it is seen inside.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class Guard {
    /** So often in a row must a thread come before it gets the short way; twice as often after each dismissal. */
    private static final int FIRST_STREAK = 64;

    private static final int LONGEST_STREAK = 1 << 20;
    private static final long NOBODY = 0;
    private static final int SPINS = 1000;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final VarHandle INSIDE;

    static {
        try {
            INSIDE = MethodHandles.lookup().findVarHandle(Guard.class, "inside", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final BooleanSupplier fence;

    /** Who may take the short way; written by who has the lock. */
    private volatile long regular = NOBODY;
    /** Who is inside by the short way. */
    @SuppressWarnings("UnusedVariable") // through INSIDE
    private long inside = NOBODY;
    /** How often that thread has entered again. */
    private int again;

    // Guarded by the lock.
    private long last = NOBODY;
    private int streak;
    private int wanted = FIRST_STREAK;

    /**
     * @param fence makes all threads of the process pass a full memory fence; false when it cannot
     */
    Guard(BooleanSupplier fence) {
        this.fence = fence;
    }

    /** Enters if nobody else is inside. */
    boolean tryLock() {
        if (enterShort()) {
            return true;
        }
        if (!lock.tryLock()) {
            return false;
        }
        if (isAlone()) {
            return true;
        }
        lock.unlock();
        return false;
    }

    /** Enters once nobody else is inside. */
    void lock() {
        lockWithin(Long.MAX_VALUE);
    }

    void unlock() {
        if (isInsideShort(self())) {
            leaveShort();
        } else {
            lock.unlock();
        }
    }

    /** Whether a thread is inside. */
    boolean isLocked() {
        return lock.isLocked() || (long) INSIDE.getAcquire(this) != NOBODY;
    }

    /**
     * Works inside, as soon as the thread that is there has left. Interrupts of the caller count only afterwards: this is
     * how things end.
     *
     * @return false when that thread did not leave in time; nothing was done then
     */
    boolean within(long patienceNs, Runnable work) {
        if (!lockWithin(patienceNs)) {
            return false;
        }
        try {
            work.run();
            return true;
        } finally {
            unlock();
        }
    }

    private static long self() {
        return Thread.currentThread().getId();
    }

    private boolean isInsideShort(long thread) {
        return (long) INSIDE.getOpaque(this) == thread; // what this very thread wrote, or somebody else
    }

    private boolean enterShort() {
        long self = self();
        if (isInsideShort(self)) {
            again++;
            return true;
        }
        if (regular != self) {
            return false;
        }
        INSIDE.setOpaque(this, self);
        VarHandle.releaseFence(); // for the compiler; see above for the processor
        if (regular == self) {
            return true;
        }
        INSIDE.setRelease(this, NOBODY);
        return false;
    }

    private void leaveShort() {
        if (again > 0) {
            again--;
        } else {
            INSIDE.setRelease(this, NOBODY);
        }
    }

    /** For who has the lock: whether nobody is inside by the short way, which is closed then, or open for the caller. */
    private boolean isAlone() {
        if (lock.getHoldCount() > 1) {
            return true;
        }
        long self = self();
        if (regular != NOBODY && regular != self) {
            regular = NOBODY;
            wanted = Math.min(2 * wanted, LONGEST_STREAK);
            if (!fence.getAsBoolean()) {
                lock.unlock();
                throw new IllegalStateException("the system can make threads pass a fence no more, and could before");
            }
        }
        if ((long) INSIDE.getAcquire(this) != NOBODY) {
            return false;
        }
        count(self);
        return true;
    }

    private void count(long self) {
        streak = self == last ? streak + 1 : 0;
        last = self;
        // Without fences nobody could be dismissed.
        if (streak == wanted && fence.getAsBoolean()) {
            regular = self;
            streak = 0;
        }
    }

    private boolean lockWithin(long patienceNs) {
        if (enterShort()) {
            return true;
        }
        long begin = System.nanoTime();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return lock.tryLock(patienceNs - (System.nanoTime() - begin), TimeUnit.NANOSECONDS)
                            && awaitAlone(begin, patienceNs);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** For who has the lock, which is given back when the other one does not leave in time. */
    private boolean awaitAlone(long begin, long patienceNs) {
        int looks = 0;
        while (!isAlone()) {
            if (System.nanoTime() - begin > patienceNs) {
                lock.unlock();
                return false;
            }
            if (++looks < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        return true;
    }
}
