package iccl.kernel.testkit;

import iccl.api.Datatype;
import java.math.BigInteger;

/**
 * An IEEE 754 binary format by its two widths, with rounding by whole-number arithmetic: slow, and written differently from
 * everything that it checks.
 */
record FloatFormat(int exponentBits, int fractionBits) {
    static FloatFormat of(Datatype type) {
        return switch (type) {
            case FLOAT16 -> new FloatFormat(5, 10);
            case BFLOAT16 -> new FloatFormat(8, 7);
            case FLOAT32 -> new FloatFormat(8, 23);
            case FLOAT64 -> new FloatFormat(11, 52);
            default -> throw new IllegalArgumentException(type + " is no floating type");
        };
    }

    private int bias() {
        return (1 << exponentBits - 1) - 1;
    }

    private long infinity() {
        return (1L << exponentBits) - 1 << fractionBits;
    }

    private long sign() {
        return 1L << exponentBits + fractionBits;
    }

    long canonicalNaN() {
        return infinity() | 1L << fractionBits - 1;
    }

    /** One of ten values that are easily got wrong. */
    long special(int which) {
        return switch (which) {
            case 0 -> 0;
            case 1 -> sign();
            case 2 -> infinity();
            case 3 -> sign() | infinity();
            case 4 -> canonicalNaN() | 1;
            case 5 -> sign() | infinity() | 1; // a signaling NaN
            case 6 -> 1; // the smallest subnormal
            case 7 -> sign() | (1L << fractionBits) - 1; // the largest subnormal
            case 8 -> infinity() - 1; // the largest number
            default -> sign() | 1L << fractionBits; // the smallest normal
        };
    }

    /** The value, which a double holds exactly in every format. */
    double decode(long bits) {
        long fraction = bits & (1L << fractionBits) - 1;
        int exponent = (int) (bits >>> fractionBits) & (1 << exponentBits) - 1;
        double magnitude;
        if (exponent == (1 << exponentBits) - 1) {
            magnitude = fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
        } else if (exponent == 0) {
            magnitude = Math.scalb((double) fraction, 1 - bias() - fractionBits);
        } else {
            magnitude = Math.scalb((double) (fraction | 1L << fractionBits), exponent - bias() - fractionBits);
        }
        return (bits & sign()) == 0 ? magnitude : -magnitude;
    }

    /** The bits nearest to a value; NaN becomes the canonical one. */
    long encode(double value) {
        if (Double.isNaN(value)) {
            return canonicalNaN();
        }
        long signBit = Math.copySign(1, value) < 0 ? sign() : 0;
        if (Double.isInfinite(value)) {
            return signBit | infinity();
        }
        return value == 0 ? signBit : encode(Ratio.of(value));
    }

    /** The bits nearest to a fraction that is not 0; ties go to the even one. */
    long encode(Ratio value) {
        long signBit = value.numerator().signum() < 0 ? sign() : 0;
        BigInteger numerator = value.numerator().abs();
        int exponent = Math.max(value.floorLog2(), 1 - bias());
        if (exponent > bias()) {
            return signBit | infinity();
        }
        // The value in units of the last place, as a whole number and a rest.
        int unit = exponent - fractionBits;
        BigInteger scaled = unit < 0 ? numerator.shiftLeft(-unit) : numerator;
        BigInteger divisor = unit > 0 ? value.denominator().shiftLeft(unit) : value.denominator();
        BigInteger[] parts = scaled.divideAndRemainder(divisor);
        long units = parts[0].longValueExact();
        int rest = parts[1].shiftLeft(1).compareTo(divisor);
        if (rest > 0 || (rest == 0 && units % 2 == 1)) {
            units++;
        }
        // units has its leading bit at fractionBits when normal; adding it in carries where rounding overflowed.
        long magnitude = units + ((long) (exponent + bias() - 1) << fractionBits);
        return signBit | magnitude;
    }

    /** A fraction with a denominator above 0. */
    record Ratio(BigInteger numerator, BigInteger denominator) {
        /** The exact value of a finite double. */
        static Ratio of(double value) {
            long bits = Double.doubleToRawLongBits(value);
            int exponent = (int) (bits >>> 52) & 0x7FF;
            long mantissa = bits & 0xF_FFFF_FFFF_FFFFL | (exponent == 0 ? 0 : 1L << 52);
            BigInteger whole = BigInteger.valueOf(bits < 0 ? -mantissa : mantissa);
            int power = Math.max(exponent, 1) - 1075;
            return power >= 0
                    ? new Ratio(whole.shiftLeft(power), BigInteger.ONE)
                    : new Ratio(whole, BigInteger.ONE.shiftLeft(-power));
        }

        Ratio plus(Ratio other) {
            return new Ratio(
                    numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                    denominator.multiply(other.denominator));
        }

        Ratio times(Ratio other) {
            return new Ratio(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
        }

        Ratio dividedBy(int whole) {
            return new Ratio(numerator, denominator.multiply(BigInteger.valueOf(whole)));
        }

        /** The largest e with 2^e at or below the magnitude, which is not 0. */
        int floorLog2() {
            BigInteger magnitude = numerator.abs();
            int estimate = magnitude.bitLength() - denominator.bitLength();
            BigInteger left = estimate < 0 ? magnitude.shiftLeft(-estimate) : magnitude;
            BigInteger right = estimate > 0 ? denominator.shiftLeft(estimate) : denominator;
            return left.compareTo(right) < 0 ? estimate - 1 : estimate;
        }
    }
}
