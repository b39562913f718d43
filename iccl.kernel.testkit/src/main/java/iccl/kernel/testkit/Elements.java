package iccl.kernel.testkit;

import iccl.api.Datatype;
import java.nio.ByteBuffer;

/** Reads and writes elements as raw bits, zero-extended to 64. */
public final class Elements {
    private Elements() {}

    /** The bits of the element that begins {@code index} elements into the buffer. */
    public static long get(ByteBuffer buffer, Datatype type, int index) {
        return switch (type.bytes()) {
            case 1 -> buffer.get(index) & 0xFFL;
            case 2 -> buffer.getShort(index * 2) & 0xFFFFL;
            case 4 -> buffer.getInt(index * 4) & 0xFFFF_FFFFL;
            default -> buffer.getLong(index * 8);
        };
    }

    /** Writes the low bits of {@code bits} as the element that begins {@code index} elements into the buffer. */
    public static void put(ByteBuffer buffer, Datatype type, int index, long bits) {
        switch (type.bytes()) {
            case 1 -> buffer.put(index, (byte) bits);
            case 2 -> buffer.putShort(index * 2, (short) bits);
            case 4 -> buffer.putInt(index * 4, (int) bits);
            default -> buffer.putLong(index * 8, bits);
        }
    }

    /** The value of integer bits as a long; unsigned 64-bit values from 2^63 on come out negative. */
    static long widen(Datatype type, long bits) {
        int unused = 64 - 8 * type.bytes();
        return type.kind() == Datatype.Kind.SIGNED ? bits << unused >> unused : bits;
    }
}
