package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import java.nio.ByteBuffer;
import java.security.SecureRandom;

/**
 * What is in a unique id: 16 random bytes, a mark, and the creator's rank in the launched world. Big-endian.
 *
 * @param creator a rank of the world, or {@link #OUTSIDE}
 */
record Identity(UniqueId id, int creator) {
    /** The creator belongs to no launched world. */
    static final int OUTSIDE = -1;

    /** How many bytes tell ids apart. */
    static final int NONCE_BYTES = 16;

    private static final int MARK = 0x4943434C;
    private static final SecureRandom RANDOM = new SecureRandom();

    static Identity create(int creator) {
        byte[] bytes = new byte[UniqueId.BYTES];
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        ByteBuffer.wrap(bytes).put(nonce).putInt(MARK).putInt(creator);
        return new Identity(UniqueId.of(bytes), creator);
    }

    /**
     * @throws IcclException {@code INVALID_ARGUMENT} when the id is none of {@code getUniqueId}
     */
    static Identity of(UniqueId id) {
        ByteBuffer bytes = ByteBuffer.wrap(id.toBytes()).position(NONCE_BYTES);
        if (bytes.getInt() != MARK) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "the unique id " + id + " was not made by getUniqueId, or was damaged");
        }
        return new Identity(id, bytes.getInt());
    }

    /** The random bytes as two numbers. */
    long high() {
        return ByteBuffer.wrap(id.toBytes()).getLong();
    }

    long low() {
        return ByteBuffer.wrap(id.toBytes()).getLong(Long.BYTES);
    }

    /** For messages. */
    String name() {
        return "id-" + id.toString().substring(0, 8);
    }
}
