package iccl.platform.cpu.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.platform.cpu.internal.jni.CpuNative;
import java.util.function.Supplier;

/** What the system refused, in words. */
final class SystemErrors {
    private SystemErrors() {}

    /**
     * Passes what a native function returned.
     *
     * @param result the negative errno, or anything from 0 on
     * @param what could not be done
     * @throws IcclException {@code SYSTEM_ERROR} when it is negative
     */
    static long check(long result, Supplier<String> what) {
        if (result < 0) {
            throw new IcclException(
                    ResultCode.SYSTEM_ERROR, what.get() + ": " + CpuNative.errorText(Math.toIntExact(-result)));
        }
        return result;
    }
}
