package iccl.kernel.internal.progress;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Patience;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits on the thread that runs a machine, as a {@link Backoff} does, up to a limit.
 *
 * <p>Threads: one at a time.
 */
public final class BoundedWait implements Patience {
    private final Backoff backoff;
    private final long limitNs;

    public BoundedWait(Backoff backoff, long limitNs) {
        this.backoff = backoff;
        this.limitNs = limitNs;
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
                        "waited " + TimeUnit.NANOSECONDS.toMillis(limitNs) + " ms, and no longer, for " + what);
            }
            backoff.pause(nowNs);
            // An interrupted thread does not park: it would spin.
            if (backoff.isParking() && Thread.currentThread().isInterrupted()) {
                throw new IcclException(
                        ResultCode.SYSTEM_ERROR, "the thread was interrupted while it waited for " + what);
            }
        }
    }
}
