package iccl.kernel.internal.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time into an endpoint; it may enter again inside. There is a lock, and a short way for the thread that
 * comes again and again and meets nobody, the regular: it says on its seat that it is inside, then looks whether it still is the
 * regular. No fence keeps its processor from looking first, and that is what makes the way short: a fence waits until all that was
 * written has left the processor. Who comes by the lock pays for both: it dismisses the regular, then makes all threads pass a
 * fence. Either the regular looks after that, and takes the lock as others do, or it is seen inside.
 *
 * <p>A thread that was stopped on the short way and goes on long after its dismissal writes on its own seat only, which nobody
 * looks at any more once another thread has one.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class Guard {
    /** So often in a row must a thread come before it gets the short way; twice as often after each dismissal. */
    private static final int FIRST_STREAK = 64;

    private static final int LONGEST_STREAK = 1 << 20;
    private static final int SPINS = 1000;
    private static final long PAUSE_NS = TimeUnit.MICROSECONDS.toNanos(50);
    /** For one look only: less than any time that passes. */
    private static final long NO_PATIENCE = Long.MIN_VALUE;

    /** Weak, since a communicator must not hold on to a program's thread that has ended. */
    private static final class Seat extends WeakReference<Thread> {
        private static final VarHandle INSIDE;

        static {
            try {
                INSIDE = MethodHandles.lookup().findVarHandle(Seat.class, "inside", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        /** Whether its thread is inside by the short way; written by that thread. */
        @SuppressWarnings("UnusedVariable") // through INSIDE
        private boolean inside;
        /** How often that thread has entered again. */
        private int again;

        Seat(Thread thread) {
            super(thread);
        }

        boolean isTaken() {
            return (boolean) INSIDE.getAcquire(this);
        }

        void take() {
            INSIDE.setOpaque(this, true);
        }

        void leave() {
            INSIDE.setRelease(this, false);
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final BooleanSupplier fence;

    // Both are written by who has the lock.
    /** The last that there was; another one comes only when its thread is not inside. */
    private volatile @Nullable Seat seat;
    /** The same, while its thread may take the short way. */
    private volatile @Nullable Seat regular;

    // Guarded by the lock.
    private WeakReference<@Nullable Thread> last = new WeakReference<>(null);
    private int streak;
    private int wanted = FIRST_STREAK;
    private boolean isFenceOwed;

    /**
     * @param fence makes all threads of the process pass a full memory fence; false when it cannot
     */
    Guard(BooleanSupplier fence) {
        this.fence = fence;
    }

    /** Enters if nobody else is inside; it may say so wrongly when somebody just comes. */
    boolean tryLock() {
        return enterShort() || (lock.tryLock() && awaitAlone(0, NO_PATIENCE));
    }

    /** Enters once nobody else is inside. */
    void lock() {
        lockWithin(Long.MAX_VALUE);
    }

    void unlock() {
        Seat own = ownSeat();
        if (own == null || !own.isTaken()) {
            lock.unlock();
        } else if (own.again > 0) {
            own.again--;
        } else {
            own.leave();
        }
    }

    /** Whether a thread is inside. */
    boolean isLocked() {
        return lock.isLocked() || isSeatTaken();
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

    private @Nullable Seat ownSeat() {
        Seat present = seat;
        return present != null && present.refersTo(Thread.currentThread()) ? present : null;
    }

    private boolean isSeatTaken() {
        Seat present = seat;
        return present != null && present.isTaken();
    }

    @SuppressWarnings("ReferenceEquality") // which seat it is
    private boolean enterShort() {
        Seat own = ownSeat();
        if (own == null) {
            return false;
        }
        if (own.isTaken()) {
            own.again++;
            return true;
        }
        if (regular != own) {
            return false;
        }
        own.take();
        VarHandle.releaseFence(); // for the compiler; see above for the processor
        if (regular == own) {
            return true;
        }
        own.leave();
        return false;
    }

    /** For who has the lock: whether nobody is inside by the short way, which is closed then, or open for the caller. */
    private boolean isAlone() {
        if (lock.getHoldCount() > 1) {
            return true;
        }
        Seat open = regular;
        if (open != null && !open.refersTo(Thread.currentThread())) {
            regular = null;
            wanted = Math.min(2 * wanted, LONGEST_STREAK);
            isFenceOwed = true;
        }
        if (isFenceOwed) {
            if (!fence.getAsBoolean()) {
                stopAllThreads();
            }
            isFenceOwed = false;
        }
        if (isSeatTaken()) {
            return false;
        }
        count();
        return true;
    }

    /**
     * For a system that could make threads pass a fence when the regular got its way, and cannot any more: it is out of memory, or
     * the process has shut itself in. HotSpot stops all threads to look at their stacks: one that runs Java code passes a fence
     * then, and one that runs native code has told of everything that it wrote before.
     */
    private static void stopAllThreads() {
        Thread.getAllStackTraces();
    }

    private void count() {
        Thread self = Thread.currentThread();
        if (last.refersTo(self)) {
            streak++;
        } else {
            last = new WeakReference<>(self);
            streak = 0;
        }
        // Without fences nobody could be dismissed.
        if (streak == wanted && fence.getAsBoolean()) {
            Seat own = new Seat(self);
            seat = own;
            regular = own;
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
        boolean isAlone = false;
        boolean interrupted = false;
        try {
            isAlone = isAlone();
            for (int looks = 0; !isAlone && System.nanoTime() - begin <= patienceNs; looks++) {
                interrupted |= Thread.interrupted(); // with it nothing parks
                pause(looks);
                isAlone = isAlone();
            }
            return isAlone;
        } finally {
            if (!isAlone) {
                lock.unlock();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void pause(int looks) {
        if (looks < SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }
}
