package iccl.kernel.internal.memory;

import iccl.api.Buffer;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.port.Device;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The device that this process's ranks work with, and what was allocated on it, from its coming to its going.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class DeviceMemory implements Block.Pool {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceMemory.class);

    private final Platform platform;
    private final HostPlatform host;
    private final Device device;
    private final String platformName;
    private final Map<Block, MemorySpace> blocks = new ConcurrentHashMap<>();
    private final Foreign foreign = new Foreign();

    /** Memory that the program vouches for. */
    private static final class Foreign implements Owner {
        @Override
        public void ensureUsable() {
            // Only its owner knows.
        }

        @Override
        public ByteBuffer view(long address, long bytes) {
            throw new IllegalStateException("device memory has no view");
        }
    }

    /**
     * @param host to look at pinned memory with
     */
    public DeviceMemory(Platform platform, Device device, HostPlatform host) {
        this.platform = platform;
        this.device = device;
        this.host = host;
        this.platformName = platform.name();
    }

    public Platform platform() {
        return platform;
    }

    public Device device() {
        return device;
    }

    @Override
    public String platformName() {
        return platformName;
    }

    /** Zeroed memory; the device becomes the calling thread's. */
    public Buffer allocate(long bytes, MemorySpace space) {
        if (bytes < 0) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "memAlloc: bytes = " + bytes + " is negative");
        }
        platform.select(device.index());
        // An address of its own, for 0 bytes too.
        long address = platform.allocate(space, Math.max(1, bytes));
        if (space == MemorySpace.DEVICE) {
            platform.clear(address, bytes);
        } else {
            host.clear(address, bytes);
        }
        Block block = new Block(this, address, bytes);
        blocks.put(block, space);
        return new MemoryBuffer(block, address, bytes, space);
    }

    @Override
    public void free(Block block) {
        MemorySpace space = blocks.remove(block);
        if (space == null) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "memFree: the buffer was given back before");
        }
        if (block.become(Block.State.FREED, Block.State.LIVE)) {
            platform.free(space, block.address());
        } else if (block.become(Block.State.FREED, Block.State.LOST) && space == MemorySpace.PINNED) {
            // A platform that goes takes the memory of its devices along, and leaves the host's.
            platform.free(space, block.address());
        }
    }

    /** Whether an address is on a device of this platform, whoever allocated it. */
    public boolean holds(long address) {
        return platform.spaceOf(address) == MemorySpace.DEVICE;
    }

    boolean owns(Owner owner) {
        return owner == foreign || owner instanceof Block block && block.pool() == this;
    }

    /** Device memory of somebody else; see {@link iccl.api.Iccl#wrap(long, long)}. */
    public Buffer wrap(long address, long bytes) {
        return new MemoryBuffer(foreign, address, bytes, MemorySpace.DEVICE);
    }

    @Override
    public ByteBuffer view(long address, long bytes) {
        return host.view(address, bytes);
    }

    /** The platform goes: what the program still holds is lost. */
    public void leave() {
        long lost = 0;
        for (Block block : blocks.keySet()) {
            if (block.become(Block.State.LOST, Block.State.LIVE)) {
                lost += block.bytes();
            }
        }
        if (lost > 0) {
            LOG.warn("Platform {} went away while the program held {} bytes of its memory", platformName, lost);
        }
    }

    /** Frees what is left. */
    public void close() {
        blocks.forEach((block, space) -> {
            if (block.become(Block.State.FREED, Block.State.LIVE)) {
                platform.free(space, block.address());
            }
        });
        blocks.clear();
    }
}
