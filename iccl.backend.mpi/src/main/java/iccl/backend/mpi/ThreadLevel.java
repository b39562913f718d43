package iccl.backend.mpi;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Which calls may meet: with {@code MPI_THREAD_MULTIPLE} those on different communicators, with less none. */
public final class ThreadLevel {
    private final @Nullable ReentrantLock one;

    /**
     * @param multiple whether MPI was started with {@code MPI_THREAD_MULTIPLE}
     */
    public ThreadLevel(boolean multiple) {
        one = multiple ? null : new ReentrantLock();
    }

    public Lock newLock() {
        return one == null ? new ReentrantLock() : one;
    }

    /** Makes a call that blocks until other ranks have made theirs. */
    public <T> T blocking(Supplier<T> call) {
        if (one == null) {
            return call.get();
        }
        one.lock();
        try {
            return call.get();
        } finally {
            one.unlock();
        }
    }
}
