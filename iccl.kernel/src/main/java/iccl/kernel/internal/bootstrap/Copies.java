package iccl.kernel.internal.bootstrap;

import iccl.api.Buffer;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.internal.memory.DeviceMemory;
import iccl.kernel.internal.memory.MemoryBuffer;

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
        if (device == null || !isHis(device, target) || !isHis(device, source)) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE, "copy: a buffer is of a device that this process has no longer");
        }
        device.platform().copy(to.address(), from.address(), from.bytes());
    }

    private static boolean isHis(DeviceMemory device, MemoryBuffer buffer) {
        return buffer.space() != MemorySpace.DEVICE || buffer.isOf(device);
    }
}
