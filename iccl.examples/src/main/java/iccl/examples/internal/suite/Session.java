package iccl.examples.internal.suite;

import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.Stream;
import org.jspecify.annotations.Nullable;

/** What an example works with from its first case to its last. */
record Session(
        Iccl iccl, Communicator world, Options options, Memory sendMemory, Memory recvMemory, @Nullable Stream stream)
        implements AutoCloseable {
    static Session open(Iccl iccl, Communicator world, Options options) {
        Memory send = new Memory(iccl, options.buffer());
        Memory recv = new Memory(iccl, options.buffer());
        return new Session(iccl, world, options, send, recv, options.stream() ? iccl.createStream() : null);
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
