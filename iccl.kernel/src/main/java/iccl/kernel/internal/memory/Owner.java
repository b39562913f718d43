package iccl.kernel.internal.memory;

import java.nio.ByteBuffer;

/** Keeps the memory of a buffer and its slices alive, and knows whether it may still be used. */
interface Owner {
    /**
     * @throws iccl.api.IcclException {@code INVALID_USAGE} when the memory was given back, or its platform is gone
     */
    void ensureUsable();

    /** A view in native byte order of a part that is inside; at most 2^31 - 1 bytes. */
    ByteBuffer view(long address, long bytes);
}
