package iccl.kernel.internal.communicator;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.internal.progress.Driver;
import iccl.kernel.internal.progress.Failures;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How a communicator ends: closed by the program, failed or aborted, lost with what it stands on, or with the library.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class Life {
    /** Below the second in which an operation must fail when its backend goes. */
    private static final long PATIENCE_NS = TimeUnit.MILLISECONDS.toNanos(400);

    private final Driver driver;
    private final Issuer issuer;
    private final Runnable afterEnd;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean lost;

    /**
     * @param afterEnd gives back what the machines used; run once the endpoint is closed
     */
    Life(Driver driver, Issuer issuer, Runnable afterEnd) {
        this.driver = driver;
        this.issuer = issuer;
        this.afterEnd = afterEnd;
    }

    void ensureUsable(Operation operation) {
        IcclException failure = driver.failure();
        if (failure != null) {
            throw Failures.because(failure, operation, driver.communicator());
        }
        if (closed.get()) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    operation,
                    IcclException.NO_RANK,
                    operation.title() + " on " + driver.communicator() + ": the communicator is being closed",
                    null);
        }
    }

    /** Fails what runs and what comes, with that reason; peers are told. */
    void fail(IcclException why) {
        driver.fail(why, PATIENCE_NS);
    }

    /** Waits for what was issued, then gives everything back. */
    void close() {
        if (closed.compareAndSet(false, true)) {
            issuer.awaitAll();
            release(new IcclException(ResultCode.INVALID_USAGE, "it was closed by the program"));
        }
    }

    /** What it stands on is about to go away: {@link #lose} follows. */
    void condemn(IcclException why) {
        lost = true;
        driver.condemn(why);
    }

    /** What it stands on goes away. */
    void lose(IcclException why) {
        lost = true;
        fail(why);
        release(why);
    }

    boolean isLost() {
        return lost;
    }

    /** The library ends. */
    void shutDown(IcclException why) {
        closed.set(true);
        if (issuer.isBusy()) {
            fail(why);
        }
        release(why);
    }

    private void release(IcclException why) {
        driver.close(why, PATIENCE_NS, afterEnd);
    }
}
