package iccl.kernel.internal.collective;

import java.util.function.BooleanSupplier;

/** How a machine waits for the little that it cannot come back to: machines have no clock of their own. */
@FunctionalInterface
public interface Patience {
    /**
     * Returns when it is done.
     *
     * @param what is waited for, to be printed
     * @throws iccl.api.IcclException {@code TIMEOUT} when that takes too long, {@code SYSTEM_ERROR} when the thread was
     *     interrupted, what the communicator failed with when it has; it is not done then
     */
    void await(BooleanSupplier isDone, Object what);
}
