package iccl.backend.local.internal;

import org.jspecify.annotations.Nullable;

/** Memory for a message, or a part of one, that must be kept; an entry of {@link EarlyMemory}, used again and again. */
final class EarlyMessage {
    final long address;
    final long room;

    int tag;
    long bytes;
    /** How much of it is here. */
    long done;

    @Nullable
    EarlyMessage next;

    EarlyMessage(long address, long room) {
        this.address = address;
        this.room = room;
    }

    boolean isComplete() {
        return done == bytes;
    }
}
