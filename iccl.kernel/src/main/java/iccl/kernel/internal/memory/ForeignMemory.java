package iccl.kernel.internal.memory;

import iccl.kernel.port.HostPlatform;
import java.nio.ByteBuffer;

/** Memory that the program vouches for: nobody here keeps it alive. */
final class ForeignMemory implements Owner {
    private final HostPlatform host;

    ForeignMemory(HostPlatform host) {
        this.host = host;
    }

    @Override
    public void ensureUsable() {
        // Only its owner knows.
    }

    @Override
    public ByteBuffer view(long address, long bytes) {
        return host.view(address, bytes);
    }
}
