package iccl.examples.internal.suite;

import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.Stream;
import org.jspecify.annotations.Nullable;

/** What an example works with from its first case to its last. */
public record Session(Iccl iccl, Communicator world, Memory sendMemory, Memory recvMemory, @Nullable Stream stream)
        implements AutoCloseable {
    /** @param hasStream whether operations are put on a stream */
    public static Session open(Iccl iccl, Communicator world, Memory.Kind buffers, boolean hasStream) {
        return new Session(
                iccl,
                world,
                new Memory(iccl, buffers),
                new Memory(iccl, buffers),
                hasStream ? iccl.createStream() : null);
    }

    /** The stream goes first: it may still use the memory. */
    @Override
    public void close() {
        try (sendMemory;
                recvMemory) {
            if (stream != null) {
                stream.close();
            }
        }
    }
}
