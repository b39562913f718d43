package iccl.api;

import java.nio.ByteBuffer;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A span of memory that collectives read and write: an address and a length. It comes from {@link Iccl#memAlloc} or
 * {@link Iccl#wrap}; a slice of it is a buffer too. The elements are in the host's byte order.
 *
 * <p>Threads: immutable. What happens to the bytes while a collective runs is the program's to order.
 */
@ProviderType
public interface Buffer {
    /** The address of the first byte. */
    long address();

    /** Length in bytes; may exceed 2^31. */
    long bytes();

    MemorySpace space();

    /**
     * The part that begins {@code offsetBytes} in and is {@code bytes} long; it shares the memory.
     *
     * @throws IcclException {@link ResultCode#INVALID_ARGUMENT} when the part is not inside
     */
    Buffer slice(long offsetBytes, long bytes);

    /** From {@code offsetBytes} to the end. */
    default Buffer slice(long offsetBytes) {
        return slice(offsetBytes, bytes() - offsetBytes);
    }

    /**
     * The bytes as a direct buffer in native byte order; for memory of the host only.
     *
     * @throws IcclException {@link ResultCode#INVALID_USAGE} for device memory or more than 2^31 - 1 bytes (slice first)
     */
    ByteBuffer asByteBuffer();
}
