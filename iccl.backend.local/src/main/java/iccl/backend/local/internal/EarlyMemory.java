package iccl.backend.local.internal;

import iccl.api.MemorySpace;
import iccl.kernel.port.HostPlatform;
import org.jspecify.annotations.Nullable;

/** Memory for messages that came before their receives. Blocks are powers of two; a few MiB of them are kept for reuse. */
final class EarlyMemory {
    private static final int SMALLEST_POWER = 8;
    private static final long KEPT_BYTES = 4L << 20;

    private final HostPlatform host;
    /** Spare blocks, by the power of two. */
    private final @Nullable EarlyMessage[] spare = new EarlyMessage[Long.SIZE];

    private long spareBytes;

    EarlyMemory(HostPlatform host) {
        this.host = host;
    }

    /**
     * Memory for a message.
     *
     * @throws iccl.api.IcclException {@code SYSTEM_ERROR} when there is none
     */
    EarlyMessage take(int tag, long bytes) {
        int power = Math.max(SMALLEST_POWER, Long.SIZE - Long.numberOfLeadingZeros(Math.max(bytes, 1) - 1));
        EarlyMessage message = spare[power];
        if (message == null) {
            message = new EarlyMessage(host.allocate(MemorySpace.HOST, 1L << power), 1L << power);
        } else {
            spare[power] = message.next;
            spareBytes -= message.room;
        }
        message.tag = tag;
        message.bytes = bytes;
        message.done = 0;
        message.next = null;
        return message;
    }

    /** Fills a block from elsewhere. */
    void copyTo(EarlyMessage message, long from) {
        host.copy(message.address, from, message.bytes);
        message.done = message.bytes;
    }

    /** Copies what is there to elsewhere. */
    void copyFrom(EarlyMessage message, long to) {
        if (message.done > 0) {
            host.copy(to, message.address, message.done);
        }
    }

    void give(EarlyMessage message) {
        if (spareBytes + message.room > KEPT_BYTES) {
            host.free(MemorySpace.HOST, message.address);
            return;
        }
        int power = Long.numberOfTrailingZeros(message.room);
        message.next = spare[power];
        spare[power] = message;
        spareBytes += message.room;
    }

    /** Frees what is kept for reuse. */
    void release() {
        for (int power = 0; power < spare.length; power++) {
            for (EarlyMessage message = spare[power]; message != null; message = message.next) {
                host.free(MemorySpace.HOST, message.address);
            }
            spare[power] = null;
        }
        spareBytes = 0;
    }
}
