package iccl.backend.mpi;

import iccl.api.MemorySpace;
import iccl.kernel.port.HostPlatform;

/** Memory for collectives that MPI cannot do in place; one block is kept for the next. */
final class Scratch {
    private static final long KEPT_BYTES_LIMIT = 64L << 20;

    private final HostPlatform host;
    private long kept;
    private long keptBytes;

    Scratch(HostPlatform host) {
        this.host = host;
    }

    void take(Pending pending, long bytes) {
        if (kept != 0 && keptBytes >= bytes) {
            pending.scratch = kept;
            pending.scratchBytes = keptBytes;
            kept = 0;
        } else {
            pending.scratch = host.allocate(MemorySpace.HOST, bytes);
            pending.scratchBytes = bytes;
        }
    }

    void give(Pending pending) {
        if (pending.scratch == 0) {
            return;
        }
        long back = pending.scratch;
        pending.scratch = 0;
        if (pending.scratchBytes > KEPT_BYTES_LIMIT || (kept != 0 && keptBytes >= pending.scratchBytes)) {
            host.free(MemorySpace.HOST, back);
            return;
        }
        free();
        kept = back;
        keptBytes = pending.scratchBytes;
    }

    void free() {
        if (kept != 0) {
            host.free(MemorySpace.HOST, kept);
            kept = 0;
        }
    }
}
