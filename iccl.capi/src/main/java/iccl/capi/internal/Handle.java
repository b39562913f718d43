package iccl.capi.internal;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Iccl;
import org.jspecify.annotations.Nullable;

/**
 * A communicator, and the buffers of its operations: most programs use the same memory again and again, and then nothing has
 * to be made. They go with the communicator, as the platform does whose memory they are.
 *
 * <p>Threads: one at a time uses a communicator. Where a program breaks that rule, a buffer is made once too often.
 */
final class Handle {
    /** A power of two. */
    private static final int KEPT = 64;

    private final Iccl iccl;
    private final Communicator communicator;
    private final int size;
    private final @Nullable Buffer[] kept = new Buffer[KEPT];

    Handle(Iccl iccl, Communicator communicator) {
        this.iccl = iccl;
        this.communicator = communicator;
        this.size = communicator.size();
    }

    Communicator communicator() {
        return communicator;
    }

    int size() {
        return size;
    }

    /** Null for the address 0. */
    @Nullable
    Buffer buffer(long address, long bytes) {
        int place = (int) (address >>> 4 ^ address >>> 12 ^ address >>> 20) & (KEPT - 1);
        Buffer buffer = kept[place];
        return buffer != null && buffer.address() == address && buffer.bytes() == bytes
                ? buffer
                : wrapped(address, bytes, place);
    }

    private @Nullable Buffer wrapped(long address, long bytes, int place) {
        if (address == 0) {
            return null;
        }
        Buffer buffer = iccl.wrap(address, bytes);
        kept[place] = buffer;
        return buffer;
    }
}
