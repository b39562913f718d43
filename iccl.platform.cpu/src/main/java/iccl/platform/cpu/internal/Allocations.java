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
    private final SystemMemory system;
    /** Bytes by address. */
    private final ConcurrentHashMap<Long, Long> live = new ConcurrentHashMap<>();

    Allocations() {
        this(new SystemMemory());
    }

    Allocations(SystemMemory system) {
        this.system = system;
    }

    long allocate(MemorySpace space, long bytes) {
        requireHost(space);
        if (bytes < 0) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "cannot allocate " + bytes + " bytes");
        }
        if (bytes >= SystemMemory.STEP_BYTES) {
            system.require(bytes, () -> cannotAllocate(bytes));
        }
        long size = Math.max(1, bytes);
        long address = SystemErrors.check(CpuNative.allocate(size), () -> cannotAllocate(bytes));
        live.put(address, size);
        return address;
    }

    private static String cannotAllocate(long bytes) {
        return "cannot allocate " + bytes + " bytes of host memory";
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
