package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.port.Accumulator;
import java.nio.ByteBuffer;
import java.util.Random;

/** Elements on which arithmetic goes wrong, as raw bits. */
final class SpecialValues {
    private SpecialValues() {}

    /** Zeros, ones, extremes; for floats also subnormals, infinities, NaN and what is halfway between two others. */
    static long[] of(Datatype type) {
        return switch (type) {
            case FLOAT16 -> new long[] {
                0, 0x8000, 1, 0x8001, 0x03ff, 0x0400, 0x3c00, 0xbc00, 0x3c01, 0x3555, 0x7bff, 0xfbff, 0x7c00, 0xfc00,
                0x7e00, 0xfe01, 0x7d00, 0x6800, 0x1400, 0x5640
            };
            case BFLOAT16 -> new long[] {
                0, 0x8000, 1, 0x8001, 0x007f, 0x0080, 0x3f80, 0xbf80, 0x3f81, 0x3eab, 0x7f7f, 0xff7f, 0x7f80, 0xff80,
                0x7fc0, 0xffc1, 0x7fa0, 0x4380, 0x3b80, 0x42c8
            };
            case FLOAT32 -> new long[] {
                0,
                0x80000000L,
                1,
                0x80000001L,
                0x007fffff,
                0x00800000,
                0x3f800000,
                0xbf800000L,
                0x3f800001,
                0x3eaaaaab,
                0x7f7fffff,
                0xff7fffffL,
                0x7f800000,
                0xff800000L,
                0x7fc00000,
                0xffc00001L,
                0x7fa00000,
                0x4b800000,
                0x33800000,
                0x42c80000
            };
            case FLOAT64 -> new long[] {
                0,
                Long.MIN_VALUE,
                1,
                Long.MIN_VALUE + 1,
                0x000fffffffffffffL,
                0x0010000000000000L,
                0x3ff0000000000000L,
                0xbff0000000000000L,
                0x3ff0000000000001L,
                0x3fd5555555555555L,
                0x7fefffffffffffffL,
                0xffefffffffffffffL,
                0x7ff0000000000000L,
                0xfff0000000000000L,
                0x7ff8000000000000L,
                0xfff8000000000001L,
                0x7ff4000000000000L,
                0x4340000000000000L,
                0x3ca0000000000000L
            };
            default -> integers(type);
        };
    }

    private static long[] integers(Datatype type) {
        int bits = 8 * type.bytes();
        long mask = mask(type);
        long top = 1L << (bits - 1);
        long[] values = {
            0, 1, 2, 3, 7, -1, -2, -3, top, top + 1, top - 1, top - 2, 10, -10, top >>> 1, mask / 3, mask / 5 * 4
        };
        for (int i = 0; i < values.length; i++) {
            values[i] &= mask;
        }
        return values;
    }

    private static long mask(Datatype type) {
        return -1L >>> (64 - 8 * type.bytes());
    }

    /** One in four is special; the others are any bits, floats half of the time near 1. */
    static long any(Datatype type, Random random) {
        if (random.nextInt(4) == 0) {
            long[] special = of(type);
            return special[random.nextInt(special.length)];
        }
        if (type.isFloating() && random.nextBoolean()) {
            return near1(type, random);
        }
        return random.nextLong() & mask(type);
    }

    private static long near1(Datatype type, Random random) {
        double value = (random.nextDouble() - 0.5) * 8;
        return switch (type) {
            case FLOAT16 -> HalfFloats.toFloat16((float) value);
            case BFLOAT16 -> HalfFloats.toBfloat16((float) value);
            case FLOAT32 -> Float.floatToRawIntBits((float) value) & mask(type);
            default -> Double.doubleToRawLongBits(value);
        };
    }

    static boolean isNaN(Datatype type, long bits) {
        return switch (type) {
            case FLOAT16 -> (bits & 0x7fff) > 0x7c00;
            case BFLOAT16 -> (bits & 0x7fff) > 0x7f80;
            case FLOAT32 -> (bits & 0x7fffffff) > 0x7f800000;
            case FLOAT64 -> Double.isNaN(Double.longBitsToDouble(bits));
            default -> false;
        };
    }

    /** Accumulators as a sum of many elements could leave them. */
    static void fillAccumulators(Datatype type, ReductionOp op, ByteBuffer view, Random random) {
        Accumulator accumulator = Accumulator.of(type, op);
        int bytes = accumulator.bytes(type);
        for (int i = 0; i < view.capacity() / bytes; i++) {
            switch (accumulator) {
                case FLOAT32 -> view.putInt(4 * i, betweenHalves(type, i, random));
                    // Fewer than 2^24 ranks, so the sum of elements of up to 32 bits has fewer than 57.
                case INT64 -> view.putLong(8 * i, signed(type, random.nextLong() >>> 8 + random.nextInt(50), random));
                case INT128 -> {
                    long high = random.nextLong() >>> 40 + random.nextInt(24);
                    view.putLong(16 * i, random.nextLong());
                    view.putLong(16 * i + 8, signed(type, high, random));
                }
                case ELEMENT -> throw new IllegalArgumentException("elements are no sums");
            }
        }
    }

    private static long signed(Datatype type, long value, Random random) {
        return type.kind() == Datatype.Kind.SIGNED && random.nextBoolean() ? -value : value;
    }

    /** A half value's float, what is halfway to the next, and the floats beside that; or any float. */
    private static int betweenHalves(Datatype type, int index, Random random) {
        int half = random.nextInt(65_536);
        float value = type == Datatype.FLOAT16 ? HalfFloats.fromFloat16(half) : HalfFloats.fromBfloat16(half);
        int bits = Float.floatToRawIntBits(value);
        int middle = type == Datatype.FLOAT16 ? 1 << 12 : 1 << 15;
        return switch (index % 5) {
            case 0 -> bits;
            case 1 -> bits + middle;
            case 2 -> bits + middle + 1;
            case 3 -> bits + middle - 1;
            default -> random.nextInt();
        };
    }
}
