package iccl.platform.device;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.platform.device.Ranges.Range;
import iccl.platform.device.jni.DeviceNative;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a platform: what was allocated, and what an address is.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class DeviceMemory {
    private final String platform;
    private final OpenRuntime runtime;
    private final Ranges ranges = new Ranges();

    DeviceMemory(String platform, OpenRuntime runtime) {
        this.platform = platform;
        this.runtime = runtime;
    }

    @Nullable
    MemorySpace spaceOf(long address) {
        Range own = ranges.holding(address);
        if (own != null) {
            return own.space();
        }
        return switch (DeviceNative.spaceOf(runtime.number(), runtime.selected(), address)) {
            case 1 -> MemorySpace.PINNED;
            case 2 -> MemorySpace.DEVICE;
            default -> null;
        };
    }

    long allocate(MemorySpace space, long bytes) {
        if (space == MemorySpace.HOST || bytes < 0) {
            throw new IcclException(
                    bytes < 0 ? ResultCode.INVALID_ARGUMENT : ResultCode.NOT_SUPPORTED,
                    "the platform " + platform + " cannot allocate " + bytes + " bytes of " + space + " memory");
        }
        int device = runtime.selected();
        long size = Math.max(1, bytes);
        long[] made = new long[1];
        int code = DeviceNative.allocate(runtime.number(), device, size, space == MemorySpace.PINNED, made);
        if (code != 0 || made[0] == 0) {
            throw runtime.failed(
                    ResultCode.SYSTEM_ERROR,
                    code,
                    device,
                    "cannot allocate " + bytes + " bytes of " + space + " memory");
        }
        ranges.add(new Range(made[0], size, space, device));
        return made[0];
    }

    void free(MemorySpace space, long address) {
        Range range = ranges.remove(address, space);
        if (range == null) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "cannot free 0x" + Long.toHexString(address) + " as " + space + " memory of " + platform
                            + ": it was not allocated here, or has been freed before");
        }
        release(range);
    }

    private void release(Range range) {
        int code = DeviceNative.release(
                runtime.number(), range.device(), range.begin(), range.space() == MemorySpace.PINNED);
        runtime.check(code, range.device(), "freeing " + range.bytes() + " bytes of " + range.space() + " memory");
    }

    void clear(long address, long bytes) {
        if (bytes > 0) {
            int device = deviceOf(address, address);
            int code = DeviceNative.clear(runtime.number(), device, address, bytes, isOnDevice(address));
            runtime.check(code, device, "clearing " + bytes + " bytes");
        }
    }

    void copy(long to, long from, long bytes) {
        if (bytes > 0) {
            int device = deviceOf(to, from);
            int code = DeviceNative.copy(runtime.number(), device, to, from, bytes, direction(to, from));
            runtime.check(code, device, "copying " + bytes + " bytes");
        }
    }

    /** As {@code DeviceNative.copy} numbers them. */
    int direction(long to, long from) {
        return (isOnDevice(to) ? 1 : 0) + (isOnDevice(from) ? 2 : 0);
    }

    private boolean isOnDevice(long address) {
        return spaceOf(address) == MemorySpace.DEVICE;
    }

    /** The device that one of the addresses belongs to, else the thread's. */
    int deviceOf(long one, long other) {
        Range range = ranges.holding(one);
        if (range == null || range.space() != MemorySpace.DEVICE) {
            range = ranges.holding(other);
        }
        return range == null ? runtime.selected() : range.device();
    }

    /** Gives back what is on the devices; returns how many allocations of the host are left. */
    int close() {
        Failures failures = new Failures();
        for (Range range : ranges.removeAll(MemorySpace.DEVICE)) {
            failures.attempt(() -> release(range));
        }
        failures.check();
        return ranges.count();
    }
}
