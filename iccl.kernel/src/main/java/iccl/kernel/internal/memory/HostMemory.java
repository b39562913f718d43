package iccl.kernel.internal.memory;

import iccl.api.Buffer;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.SharedMemory;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was allocated through one host platform, from its coming to its going. Memory of a platform that is gone is not
 * touched; what the program gives back of it goes to that very platform, since another knows nothing of it.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class HostMemory implements Block.Pool {
    private static final Logger LOG = LoggerFactory.getLogger(HostMemory.class);

    private final HostPlatform host;
    private final String platformName;
    private final Set<Block> blocks = ConcurrentHashMap.newKeySet();
    private final Windows windows;
    private final Owner foreign;
    private volatile boolean gone;

    public HostMemory(HostPlatform host) {
        this.host = host;
        this.platformName = host.name();
        this.foreign = new ForeignMemory(host);
        this.windows = new Windows(host);
    }

    public HostPlatform host() {
        return host;
    }

    @Override
    public String platformName() {
        return platformName;
    }

    /** Whether the platform is still there. */
    public boolean isPresent() {
        return !gone;
    }

    /** Zeroed memory, aligned to 4096; see {@link iccl.api.Iccl#memAlloc}. */
    public Buffer allocate(long bytes) {
        if (bytes < 0) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "memAlloc: bytes = " + bytes + " is negative");
        }
        SharedMemory window = windows.open(bytes);
        Block block = window == null
                ? new Block(this, allocateZeroed(bytes), bytes)
                : new Block(this, window.address(), bytes, window);
        blocks.add(block);
        return new MemoryBuffer(block, block.address(), bytes, MemorySpace.HOST);
    }

    /** The same, but in no window; for the kernel itself. */
    public Buffer allocateOrdinary(long bytes) {
        Block block = new Block(this, allocateZeroed(bytes), bytes);
        blocks.add(block);
        return new MemoryBuffer(block, block.address(), bytes, MemorySpace.HOST);
    }

    /** An address of its own, for 0 bytes too. */
    private long allocateZeroed(long bytes) {
        long address = host.allocate(MemorySpace.HOST, Math.max(1, bytes));
        host.clear(address, bytes);
        return address;
    }

    /** What other ranks of the machine can map. */
    public Windows windows() {
        return windows;
    }

    /** Gives back what {@code allocate} of any host memory gave. */
    public static void free(Buffer buffer) {
        if (!(buffer instanceof MemoryBuffer memory) || !(memory.owner() instanceof Block block)) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "memFree: " + buffer + " is no memory of memAlloc");
        }
        if (buffer.address() != block.address() || buffer.bytes() != block.bytes()) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT, "memFree: " + buffer + " is a slice; give back the whole buffer");
        }
        block.pool().free(block);
    }

    @Override
    public ByteBuffer view(long address, long bytes) {
        return host.view(address, bytes);
    }

    @Override
    public void free(Block block) {
        boolean isFreed =
                block.become(Block.State.FREED, Block.State.LIVE) || block.become(Block.State.FREED, Block.State.LOST);
        if (!isFreed) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "memFree: the buffer was given back before");
        }
        blocks.remove(block);
        giveBack(block);
    }

    private void giveBack(Block block) {
        SharedMemory window = block.window();
        if (window == null) {
            host.free(MemorySpace.HOST, block.address());
        } else {
            windows.close(window);
        }
    }

    /** A program's direct buffer, from its position to its limit; see {@link iccl.api.Iccl#wrap}. */
    public Buffer wrap(ByteBuffer direct) {
        if (!direct.isDirect()) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "wrap: a buffer on the Java heap may move; use ByteBuffer.allocateDirect or memAlloc");
        }
        if (direct.isReadOnly()) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "wrap: the buffer is read-only");
        }
        long base = host.addressOf(direct);
        return new MemoryBuffer(
                new WrappedMemory(direct, base), base + direct.position(), direct.remaining(), MemorySpace.HOST);
    }

    /** Memory of somebody else; see {@link iccl.api.Iccl#wrap(long, long)}. */
    public Buffer wrap(long address, long bytes) {
        if (address == 0 || bytes < 0) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "wrap: " + bytes + " bytes at address 0x" + Long.toHexString(address) + " are no memory");
        }
        return new MemoryBuffer(foreign, address, bytes, MemorySpace.HOST);
    }

    /** The platform goes: what the program still holds is lost. */
    public void leave() {
        gone = true;
        long lost = 0;
        for (Block block : blocks) {
            if (block.become(Block.State.LOST, Block.State.LIVE)) {
                lost += block.bytes();
            }
        }
        blocks.clear();
        windows.close();
        if (lost > 0) {
            LOG.warn("Platform {} went away while the program held {} bytes of its memory", platformName, lost);
        }
    }

    /** Frees what is left. */
    public void close() {
        for (Block block : blocks) {
            if (block.become(Block.State.FREED, Block.State.LIVE)) {
                giveBack(block);
            }
        }
        blocks.clear();
        windows.close();
    }
}
