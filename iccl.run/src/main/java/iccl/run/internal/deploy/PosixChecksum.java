package iccl.run.internal.deploy;

import java.util.zip.Checksum;

/**
 * What POSIX's {@code cksum} prints: it finds damage on the way, as SHA-256 does, and a node works it out several times as
 * fast. The bits of a byte go in the other order than in {@link java.util.zip.CRC32}, and the length follows the bytes.
 */
final class PosixChecksum implements Checksum {
    private static final int POLYNOMIAL = 0x04c11db7;
    private static final int[] TABLE = table();

    private int remainder;
    private long length;

    private static int[] table() {
        int[] table = new int[256];
        for (int i = 0; i < table.length; i++) {
            int value = i << 24;
            for (int bit = 0; bit < 8; bit++) {
                value = value << 1 ^ (value < 0 ? POLYNOMIAL : 0);
            }
            table[i] = value;
        }
        return table;
    }

    private static int add(int remainder, int value) {
        return remainder << 8 ^ TABLE[(remainder >>> 24 ^ value) & 0xff];
    }

    @Override
    public void update(int value) {
        remainder = add(remainder, value);
        length++;
    }

    @Override
    public void update(byte[] bytes, int offset, int count) {
        int next = remainder;
        for (int i = offset; i < offset + count; i++) {
            next = add(next, bytes[i]);
        }
        remainder = next;
        length += count;
    }

    @Override
    public long getValue() {
        int value = remainder;
        for (long rest = length; rest != 0; rest >>>= 8) {
            value = add(value, (int) rest);
        }
        return Integer.toUnsignedLong(~value);
    }

    @Override
    public void reset() {
        remainder = 0;
        length = 0;
    }
}
