package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.kernel.port.HostPlatform;
import java.nio.ByteBuffer;

/** Elements that depend on the rank and on the index, the same in every run. */
public enum TestData {
    /**
     * Integers of every size; floats whose sum, up to 100,000 ranks, and product, up to 50 ranks, are the same in every
     * order, so that any algorithm must come to the same bits.
     */
    EXACT {
        @Override
        public long bits(Datatype type, int rank, long index) {
            long mixed = mix(rank, index);
            if (!type.isFloating()) {
                return integer(type, mixed);
            }
            return FloatFormat.of(type).encode(POWERS[(int) (mixed >>> 61)]);
        }
    },
    /** Anything: what rounds, NaN of several kinds, infinities, zeros of both signs, subnormals, extremes. */
    ANY {
        @Override
        public long bits(Datatype type, int rank, long index) {
            long mixed = mix(rank + 7919, index);
            if (!type.isFloating()) {
                return integer(type, mixed);
            }
            FloatFormat format = FloatFormat.of(type);
            long choice = mixed >>> 58;
            if (choice < SPECIALS) {
                return format.special((int) choice);
            }
            double magnitude = 1 + (mixed >>> 8 & 0xFFFF_FFFFL) * 0x1p-32;
            return format.encode(Math.scalb((mixed & 1) == 0 ? magnitude : -magnitude, (int) (mixed >>> 4 & 7) - 3));
        }
    };

    private static final int SPECIALS = 10;
    private static final double[] POWERS = {1, -1, 2, -2, 0.5, -0.5, 4, 1};

    /** The element {@code index} of {@code rank}, as raw bits. */
    public abstract long bits(Datatype type, int rank, long index);

    /** Writes the elements {@code firstIndex} to {@code firstIndex + count - 1} of {@code rank} at that address. */
    public final void fill(HostPlatform memory, long address, Datatype type, int rank, long firstIndex, long count) {
        if (count == 0) {
            return;
        }
        ByteBuffer view = memory.view(address, count * type.bytes());
        for (int index = 0; index < count; index++) {
            Elements.put(view, type, index, bits(type, rank, firstIndex + index));
        }
    }

    private static long integer(Datatype type, long mixed) {
        // One in four is small, so that averages and products of small numbers are met, too.
        long value = (mixed & 3) == 0 ? (mixed >> 58) : mixed;
        return value & (-1L >>> 64 - 8 * type.bytes());
    }

    /** SplitMix64 over both. */
    private static long mix(long rank, long index) {
        long mixed = (index + 1) * 0x9E37_79B9_7F4A_7C15L + rank * 0xD1B5_4A32_D192_ED03L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D0_49BB_1331_11EBL;
        return mixed ^ mixed >>> 31;
    }
}
