package iccl.kernel.internal.memory;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.nio.ByteBuffer;

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
    private volatile State state = State.LIVE;

    Block(Pool pool, long address, long bytes) {
        this.pool = pool;
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
