package iccl.backend.openmpi.internal;

import iccl.kernel.port.HostPlatform;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Direct buffers for addresses, as the bindings want them. They take a buffer's address only, so a view that was made for
 * another length, or for memory that has been given back and taken again since, is as good; the last ones are kept.
 */
final class Views {
    private static final int KEPT = 256;

    private final HostPlatform host;
    private final ByteBuffer nothing = ByteBuffer.allocateDirect(1);
    private final long[] addresses = new long[KEPT];
    private final @Nullable ByteBuffer[] buffers = new ByteBuffer[KEPT];

    Views(HostPlatform host) {
        this.host = host;
    }

    /** A buffer that begins at that address; any buffer for the address 0, which stands for no data. */
    ByteBuffer at(long address) {
        if (address == 0) {
            return nothing;
        }
        int slot = (int) ((address * 0x9E3779B97F4A7C15L) >>> 56);
        ByteBuffer kept = buffers[slot];
        if (kept != null && addresses[slot] == address) {
            return kept;
        }
        ByteBuffer made = host.view(address, 1);
        buffers[slot] = made;
        addresses[slot] = address;
        return made;
    }
}
