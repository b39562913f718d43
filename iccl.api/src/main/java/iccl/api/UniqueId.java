package iccl.api;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Names a communicator that is about to be made. One rank makes it with {@link Iccl#getUniqueId}, the program carries its
 * 128 bytes to the others by whatever means it has, all call {@link Iccl#commInitRank} with it. Use each once.
 */
public final class UniqueId {
    /** As in NCCL. */
    public static final int BYTES = 128;

    private final byte[] bytes;

    private UniqueId(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * @param bytes exactly {@link #BYTES}; copied
     * @throws IcclException {@link ResultCode#INVALID_ARGUMENT} for any other length
     */
    public static UniqueId of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT, "a unique id has " + BYTES + " bytes, not " + bytes.length);
        }
        return new UniqueId(bytes.clone());
    }

    /** A copy of the bytes. */
    public byte[] toBytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof UniqueId id && Arrays.equals(bytes, id.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes, 0, 16);
    }
}
