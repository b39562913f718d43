package iccl.kernel.internal.memory;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.SharedMemory;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One allocation of {@link HostMemory} or {@link DeviceMemory}. */
final class Block implements Owner {
    /** Order is the order of a life. */
    enum State {
        /** The program may use it. */
        LIVE,
        /** Its platform went away first; nobody may touch it, but it can be given back. */
        LOST,
        /** The program gave it back. */
        FREED
    }

    /** What it was allocated from. */
    interface Pool {
        String platformName();

        /** Gives back a block that the program is done with. */
        void free(Block block);

        /** A view of memory of the host. */
        ByteBuffer view(long address, long bytes);
    }

    private final Pool pool;
    private final long address;
    private final long bytes;
    private final @Nullable SharedMemory window;
    private volatile State state = State.LIVE;

    Block(Pool pool, long address, long bytes) {
        this(pool, address, bytes, null);
    }

    /**
     * @param window the shared memory that it is; null when it is ordinary memory
     */
    Block(Pool pool, long address, long bytes, @Nullable SharedMemory window) {
        this.pool = pool;
        this.window = window;
        this.address = address;
        this.bytes = bytes;
    }

    Pool pool() {
        return pool;
    }

    long address() {
        return address;
    }

    long bytes() {
        return bytes;
    }

    /** The shared memory that it is, or null. */
    @Nullable
    SharedMemory window() {
        return window;
    }

    /** Goes to a state, false when it was not in {@code from}. */
    synchronized boolean become(State next, State from) {
        if (state != from) {
            return false;
        }
        state = next;
        return true;
    }

    State state() {
        return state;
    }

    @Override
    public void ensureUsable() {
        switch (state) {
            case LIVE -> {}
            case FREED -> throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "the memory at 0x" + Long.toHexString(address) + " was given back by memFree");
            case LOST -> throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "the memory at 0x" + Long.toHexString(address) + " belongs to platform " + pool.platformName()
                            + ", which was stopped or updated; allocate it again");
        }
    }

    @Override
    public ByteBuffer view(long from, long length) {
        return pool.view(from, length);
    }
}
