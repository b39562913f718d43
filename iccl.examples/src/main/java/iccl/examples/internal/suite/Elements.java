package iccl.examples.internal.suite;

import iccl.api.Datatype;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * Elements as numbers. An element's bits are the low bits of a {@code long}; the bits above are 0. Written for clarity, not
 * speed, and on purpose shares nothing with the library that it judges.
 */
final class Elements {
    // The two 16-bit formats: bits of the fraction, and the exponent of the smallest normal number.
    private static final int HALF_FRACTION = 10;
    private static final int HALF_EXPONENT = -14;
    private static final int BRAIN_FRACTION = 7;
    private static final int BRAIN_EXPONENT = -126;
    private static final long SIGN = 0x8000;

    private Elements() {}

    /** The lowest {@code 8 * type.bytes()} bits. */
    static long truncate(Datatype type, long bits) {
        int unused = Long.SIZE - 8 * type.bytes();
        return bits << unused >>> unused;
    }

    static long get(Datatype type, ByteBuffer from, int index) {
        int at = index * type.bytes();
        return switch (type.bytes()) {
            case 1 -> Byte.toUnsignedLong(from.get(at));
            case 2 -> Short.toUnsignedLong(from.getShort(at));
            case 4 -> Integer.toUnsignedLong(from.getInt(at));
            default -> from.getLong(at);
        };
    }

    static void put(Datatype type, ByteBuffer to, int index, long bits) {
        int at = index * type.bytes();
        switch (type.bytes()) {
            case 1 -> to.put(at, (byte) bits);
            case 2 -> to.putShort(at, (short) bits);
            case 4 -> to.putInt(at, (int) bits);
            default -> to.putLong(at, bits);
        }
    }

    static BigInteger toInteger(Datatype type, long bits) {
        int unused = Long.SIZE - 8 * type.bytes();
        return switch (type.kind()) {
            case SIGNED -> BigInteger.valueOf(bits << unused >> unused);
            case UNSIGNED -> new BigInteger(Long.toUnsignedString(bits));
            case FLOATING -> throw new IllegalArgumentException(type + " is no integer");
        };
    }

    /** The bits of an integer that may be too large: it wraps, as in C. */
    static long fromInteger(Datatype type, BigInteger value) {
        return truncate(type, value.longValue());
    }

    static double toDouble(Datatype type, long bits) {
        return switch (type) {
            case FLOAT16 -> expand(bits, HALF_FRACTION, HALF_EXPONENT);
            case BFLOAT16 -> Float.intBitsToFloat((int) bits << 16);
            case FLOAT32 -> Float.intBitsToFloat((int) bits);
            case FLOAT64 -> Double.longBitsToDouble(bits);
            default -> throw new IllegalArgumentException(type + " is no floating-point type");
        };
    }

    /** The bits of the nearest value of that type; a tie goes to the even one. */
    static long fromDouble(Datatype type, double value) {
        return switch (type) {
            case FLOAT16 -> round(value, HALF_FRACTION, HALF_EXPONENT);
            case BFLOAT16 -> round(value, BRAIN_FRACTION, BRAIN_EXPONENT);
            case FLOAT32 -> Integer.toUnsignedLong(Float.floatToIntBits((float) value));
            case FLOAT64 -> Double.doubleToLongBits(value);
            default -> throw new IllegalArgumentException(type + " is no floating-point type");
        };
    }

    static boolean isNaN(Datatype type, long bits) {
        return type.isFloating() && Double.isNaN(toDouble(type, bits));
    }

    /** The number and its bits: {@code 1.5 (0x3fc00000)}. */
    static String text(Datatype type, long bits) {
        String number = type.isFloating()
                ? Double.toString(toDouble(type, bits))
                : toInteger(type, bits).toString();
        return String.format("%s (0x%0" + 2 * type.bytes() + "x)", number, bits);
    }

    private static double expand(long bits, int fractionBits, int minExponent) {
        long field = (bits & ~SIGN) >> fractionBits;
        long fraction = bits & (1L << fractionBits) - 1;
        double magnitude;
        if (field == (~SIGN & 0xffff) >> fractionBits) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else if (field == 0) {
            magnitude = Math.scalb((double) fraction, minExponent - fractionBits);
        } else {
            long significand = fraction | 1L << fractionBits;
            magnitude = Math.scalb((double) significand, (int) field - 1 + minExponent - fractionBits);
        }
        return (bits & SIGN) == 0 ? magnitude : -magnitude;
    }

    private static long round(double value, int fractionBits, int minExponent) {
        long infinity = ~SIGN & 0xffff & -1L << fractionBits;
        if (Double.isNaN(value)) {
            return infinity | 1L << fractionBits - 1;
        }
        long sign = Math.copySign(1.0, value) < 0 ? SIGN : 0;
        double magnitude = Math.abs(value);
        if (Double.isInfinite(magnitude)) {
            return sign | infinity;
        }
        // Numbers of one exponent are multiples of one unit; subnormal numbers share the smallest normal's.
        int exponent = Math.max(Math.getExponent(magnitude), minExponent);
        long units = (long) Math.rint(Math.scalb(magnitude, fractionBits - exponent));
        // A normal number's leading unit bit adds 1 to the exponent field, and so does a carry out of rounding.
        long bits = ((long) (exponent - minExponent) << fractionBits) + units;
        return sign | Math.min(bits, infinity);
    }
}
