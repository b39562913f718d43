package iccl.platform.cpu.internal;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.platform.cpu.internal.jni.CpuNative;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Memory that was allocated and not yet freed, so that freeing anything else is an error and not the end of the process.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class Allocations {
    /** Bytes by address. */
    private final ConcurrentHashMap<Long, Long> live = new ConcurrentHashMap<>();

    long allocate(MemorySpace space, long bytes) {
        requireHost(space);
        if (bytes < 0) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "cannot allocate " + bytes + " bytes");
        }
        long size = Math.max(1, bytes);
        long address = SystemErrors.check(
                CpuNative.allocate(size), () -> "cannot allocate " + bytes + " bytes of host memory");
        live.put(address, size);
        return address;
    }

    void free(MemorySpace space, long address) {
        requireHost(space);
        Long bytes = live.remove(address);
        if (bytes == null) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "cannot free 0x" + Long.toHexString(address)
                            + ": it was not allocated here, or has been freed before");
        }
        SystemErrors.check(CpuNative.release(address, bytes), () -> "cannot free " + bytes + " bytes of host memory");
    }

    /** How many are not freed. */
    int count() {
        return live.size();
    }

    private static void requireHost(MemorySpace space) {
        if (space != MemorySpace.HOST) {
            throw new IcclException(
                    ResultCode.NOT_SUPPORTED, "the platform cpu has no " + space + " memory, only " + MemorySpace.HOST);
        }
    }
}
