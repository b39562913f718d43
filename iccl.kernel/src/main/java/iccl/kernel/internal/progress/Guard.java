package iccl.kernel.internal.progress;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** Lets one thread at a time into an endpoint. */
final class Guard extends ReentrantLock {
    private static final long serialVersionUID = 1L;

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

    private boolean lockWithin(long patienceNs) {
        long deadlineNs = System.nanoTime() + patienceNs;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return tryLock(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS);
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
}
