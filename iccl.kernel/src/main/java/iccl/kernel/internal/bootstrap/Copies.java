package iccl.kernel.internal.bootstrap;

import iccl.api.Buffer;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.internal.memory.DeviceMemory;
import iccl.kernel.internal.memory.MemoryBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Copies between buffers of the program, wherever they are. */
final class Copies {
    private final HostSlot hosts;
    private final DeviceSlot devices;

    Copies(HostSlot hosts, DeviceSlot devices) {
        this.hosts = hosts;
        this.devices = devices;
    }

    /** See {@link iccl.api.Iccl#copy}. */
    void copy(Buffer to, Buffer from) {
        if (!(to instanceof MemoryBuffer target) || !(from instanceof MemoryBuffer source)) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT, "copy: a buffer was not made by memAlloc or wrap of this library");
        }
        if (to.bytes() < from.bytes()) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "copy: " + from.bytes() + " bytes do not fit into a buffer of " + to.bytes());
        }
        target.ensureUsable();
        source.ensureUsable();
        boolean onDevice = to.space() == MemorySpace.DEVICE || from.space() == MemorySpace.DEVICE;
        if (from.bytes() == 0) {
            return;
        }
        if (!onDevice) {
            hosts.current().host().copy(to.address(), from.address(), from.bytes());
            return;
        }
        DeviceMemory device = devices.current();
        ensureHis(device, target);
        ensureHis(device, source);
        Objects.requireNonNull(device, "one of them is on it")
                .platform()
                .copy(to.address(), from.address(), from.bytes());
    }

    private static void ensureHis(@Nullable DeviceMemory device, MemoryBuffer buffer) {
        if (buffer.space() == MemorySpace.DEVICE && (device == null || !buffer.isOf(device))) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "copy: the memory at 0x" + Long.toHexString(buffer.address())
                            + " is of a device that this process has no longer: " + buffer.platform()
                            + " was stopped or updated; allocate it again");
        }
    }
}
