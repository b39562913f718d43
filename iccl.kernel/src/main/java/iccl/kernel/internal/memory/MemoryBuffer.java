package iccl.kernel.internal.memory;

import iccl.api.Buffer;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import java.nio.ByteBuffer;

/** The one implementation of {@link Buffer}: a span of memory that an {@link Owner} keeps alive. */
public final class MemoryBuffer implements Buffer {
    private final Owner owner;
    private final long address;
    private final long bytes;
    private final MemorySpace space;

    MemoryBuffer(Owner owner, long address, long bytes, MemorySpace space) {
        this.owner = owner;
        this.address = address;
        this.bytes = bytes;
        this.space = space;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public MemorySpace space() {
        return space;
    }

    @Override
    public Buffer slice(long offsetBytes, long sliceBytes) {
        if (offsetBytes < 0 || sliceBytes < 0 || offsetBytes > bytes || sliceBytes > bytes - offsetBytes) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "a slice of " + sliceBytes + " bytes at offset " + offsetBytes + " is not inside a buffer of "
                            + bytes + " bytes");
        }
        return new MemoryBuffer(owner, address + offsetBytes, sliceBytes, space);
    }

    @Override
    public ByteBuffer asByteBuffer() {
        if (space == MemorySpace.DEVICE) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE, "device memory has no ByteBuffer; copy it to memory of the host first");
        }
        if (bytes > Integer.MAX_VALUE) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "a ByteBuffer ends at " + Integer.MAX_VALUE + " bytes, this buffer has " + bytes
                            + "; slice it first");
        }
        owner.ensureUsable();
        return owner.view(address, bytes);
    }

    /**
     * @throws IcclException {@code INVALID_USAGE} when the memory was given back, or its platform is gone
     */
    public void ensureUsable() {
        owner.ensureUsable();
    }

    /** Whether it is memory of that device, or foreign memory that was found to be. */
    public boolean isOf(DeviceMemory device) {
        return device.owns(owner);
    }

    /** For messages: where it came from. */
    public String platform() {
        return owner instanceof Block block ? "platform " + block.pool().platformName() : "its platform";
    }

    Owner owner() {
        return owner;
    }

    @Override
    public String toString() {
        return bytes + " bytes at 0x" + Long.toHexString(address) + " (" + space + ")";
    }
}
