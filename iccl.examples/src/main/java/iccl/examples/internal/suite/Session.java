package iccl.examples.internal.suite;

import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.Stream;
import org.jspecify.annotations.Nullable;

/** What an example works with from its first case to its last. */
public record Session(
        Iccl iccl, Communicator world, Mirror mirror, Memory sendMemory, Memory recvMemory, @Nullable Stream stream)
        implements AutoCloseable {
    /** The platform of ranks that have no device. */
    private static final String HOST = "cpu";

    /** @param hasStream whether operations are put on a stream */
    public static Session open(Iccl iccl, Communicator world, Memory.Kind buffers, boolean hasStream) {
        boolean hasNone = buffers == Memory.Kind.DEVICE && world.platform().equals(HOST);
        Memory.Kind kind = hasNone ? Memory.Kind.ALLOC : buffers;
        Mirror mirror = new Mirror(iccl);
        Memory send = new Memory(iccl, kind, mirror);
        Memory recv = new Memory(iccl, kind, mirror);
        return new Session(iccl, world, mirror, send, recv, hasStream ? iccl.createStream() : null);
    }

    /** The stream goes first: it may still use the memory. */
    @Override
    public void close() {
        try (mirror;
                sendMemory;
                recvMemory) {
            if (stream != null) {
                stream.close();
            }
        }
    }
}
