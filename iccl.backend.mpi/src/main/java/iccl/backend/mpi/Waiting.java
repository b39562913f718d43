package iccl.backend.mpi;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting with a bound that leaves the processor to others. */
final class Waiting {
    private static final int QUICK_TURNS = 100;
    private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private Waiting() {}

    /** Asks until the answer is yes or the time is over; says which. */
    static boolean until(BooleanSupplier question, long nanos) {
        long start = System.nanoTime();
        for (int turn = 0; ; turn++) {
            if (question.getAsBoolean()) {
                return true;
            }
            if (System.nanoTime() - start >= nanos) {
                return false;
            }
            if (turn >= QUICK_TURNS) {
                LockSupport.parkNanos(PAUSE_NANOS);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
