package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.MemorySpace;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/** Where one rank's buffers of an operation are, as a number. */
final class Spaces {
    /** Neither buffer is on a device. */
    static final int HOST = 0;

    /** How many numbers there are. */
    static final int COUNT = 4;

    private static final int SEND_ON_DEVICE = 1;
    private static final int RECV_ON_DEVICE = 2;

    private Spaces() {}

    /** A buffer that the operation does not use is nowhere. */
    static int of(CollectiveCall call, @Nullable Buffer send, @Nullable Buffer recv) {
        boolean isSendOnDevice = call.sendAddress() != 0 && isOnDevice(send);
        boolean isRecvOnDevice = call.recvAddress() != 0 && isOnDevice(recv);
        return (isSendOnDevice ? SEND_ON_DEVICE : 0) + (isRecvOnDevice ? RECV_ON_DEVICE : 0);
    }

    private static boolean isOnDevice(@Nullable Buffer buffer) {
        return buffer != null && buffer.space() == MemorySpace.DEVICE;
    }

    static boolean isSendOnDevice(int spaces) {
        return (spaces & SEND_ON_DEVICE) != 0;
    }

    static boolean isRecvOnDevice(int spaces) {
        return (spaces & RECV_ON_DEVICE) != 0;
    }
}
