package iccl.examples.internal.suite;

import iccl.api.Buffer;
import iccl.api.Iccl;
import iccl.api.MemorySpace;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Host memory through which the program looks at device memory; host memory is looked at as it is. */
public final class Mirror implements AutoCloseable {
    private final Iccl iccl;
    private @Nullable Buffer memory;

    Mirror(Iccl iccl) {
        this.iccl = iccl;
    }

    /** Lets somebody fill a buffer, all of it. */
    void write(Buffer buffer, Consumer<Buffer> filler) {
        if (buffer.space() != MemorySpace.DEVICE) {
            filler.accept(buffer);
            return;
        }
        Buffer host = room(buffer.bytes());
        filler.accept(host);
        iccl.copy(buffer, host);
    }

    /** The buffer itself or, until the next call, a copy of it. */
    Buffer read(Buffer buffer) {
        if (buffer.space() != MemorySpace.DEVICE) {
            return buffer;
        }
        Buffer host = room(buffer.bytes());
        iccl.copy(host, buffer);
        return host;
    }

    private Buffer room(long bytes) {
        if (memory == null || memory.bytes() < bytes) {
            close();
            memory = iccl.memAlloc(bytes);
        }
        return memory.slice(0, bytes);
    }

    @Override
    public void close() {
        Buffer old = memory;
        memory = null;
        if (old != null) {
            iccl.memFree(old);
        }
    }
}
