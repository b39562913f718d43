package iccl.kernel.internal.progress;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Patience;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits on the thread that runs a machine, as a {@link Backoff} does, up to a limit, and no longer once everything has failed.
 *
 * <p>Threads: one at a time.
 */
public final class BoundedWait implements Patience {
    private final Backoff backoff;
    private final long limitNs;
    private final Supplier<@Nullable IcclException> failure;

    /**
     * @param failure why nothing runs here any more, or null
     */
    public BoundedWait(Backoff backoff, long limitNs, Supplier<@Nullable IcclException> failure) {
        this.backoff = backoff;
        this.limitNs = limitNs;
        this.failure = failure;
    }

    @Override
    public void await(BooleanSupplier isDone, Object what) {
        backoff.reset();
        long sinceNs = System.nanoTime();
        while (!isDone.getAsBoolean()) {
            long nowNs = System.nanoTime();
            if (nowNs - sinceNs > limitNs) {
                throw new IcclException(
                        ResultCode.TIMEOUT,
                        "waited " + TimeUnit.NANOSECONDS.toMillis(limitNs) + " ms, and no longer, for " + what
                                + "; the device's own tool or the system's log may say why");
            }
            IcclException why = failure.get();
            if (why != null) {
                throw why;
            }
            backoff.pause(nowNs);
            // An interrupted thread does not park: it would spin.
            if (backoff.isParking() && Thread.currentThread().isInterrupted()) {
                throw new IcclException(
                        ResultCode.SYSTEM_ERROR,
                        "the thread was interrupted while it waited for " + what + "; make a new communicator");
            }
        }
    }
}
