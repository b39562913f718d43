package iccl.capi.internal;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Iccl;
import org.jspecify.annotations.Nullable;

/**
 * A communicator, and the buffers of its last operation: most programs use the same memory again and again, and then
 * nothing has to be made.
 *
 * <p>Threads: one at a time uses a communicator. Where a program breaks that rule, a buffer is made once too often.
 */
final class Handle {
    private final Iccl iccl;
    private final Communicator communicator;
    private final int size;
    private @Nullable Buffer lastSend;
    private @Nullable Buffer lastRecv;

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

    @Nullable
    Buffer send(long address, long bytes) {
        if (address == 0) {
            return null;
        }
        Buffer buffer = lastSend;
        if (buffer == null || buffer.address() != address || buffer.bytes() != bytes) {
            buffer = iccl.wrap(address, bytes);
            lastSend = buffer;
        }
        return buffer;
    }

    @Nullable
    Buffer recv(long address, long bytes) {
        if (address == 0) {
            return null;
        }
        Buffer buffer = lastRecv;
        if (buffer == null || buffer.address() != address || buffer.bytes() != bytes) {
            buffer = iccl.wrap(address, bytes);
            lastRecv = buffer;
        }
        return buffer;
    }
}
