package iccl.kernel.testkit;

/** float16 and bfloat16 to and from float32; rounds to nearest even, and every NaN becomes the canonical quiet one. */
final class HalfFloats {
    static final int FLOAT16_NAN = 0x7E00;
    static final int BFLOAT16_NAN = 0x7FC0;

    private HalfFloats() {}

    static float fromFloat16(int bits) {
        int sign = (bits & 0x8000) << 16;
        int exponent = bits >>> 10 & 0x1F;
        int fraction = bits & 0x3FF;
        if (exponent == 0x1F) {
            return Float.intBitsToFloat(sign | 0x7F80_0000 | fraction << 13);
        }
        if (exponent == 0) {
            float magnitude = fraction * 0x1p-24f;
            return sign == 0 ? magnitude : -magnitude;
        }
        return Float.intBitsToFloat(sign | exponent + 112 << 23 | fraction << 13);
    }

    static int toFloat16(float value) {
        if (Float.isNaN(value)) {
            return FLOAT16_NAN;
        }
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        int magnitude = bits & 0x7FFF_FFFF;
        if (magnitude >= 0x4780_0000) { // 2^16 and more, infinity too
            return sign | 0x7C00;
        }
        if (magnitude < 0x3880_0000) { // below 2^-14, the smallest normal
            return sign | subnormalFloat16(magnitude);
        }
        // A carry out of the fraction goes on into the exponent, up to infinity, as rounding wants it.
        return sign | roundOff(magnitude - (112 << 23), 13);
    }

    private static int subnormalFloat16(int magnitude) {
        int exponent = magnitude >>> 23;
        int shift = 126 - exponent;
        if (shift > 24) {
            return 0; // not more than a quarter of the smallest subnormal
        }
        return roundOff(magnitude & 0x7F_FFFF | 0x80_0000, shift);
    }

    static float fromBfloat16(int bits) {
        return Float.intBitsToFloat(bits << 16);
    }

    static int toBfloat16(float value) {
        return Float.isNaN(value) ? BFLOAT16_NAN : roundOff(Float.floatToRawIntBits(value), 16) & 0xFFFF;
    }

    /** Drops the low bits, to nearest, ties to even. */
    private static int roundOff(int bits, int dropped) {
        int kept = bits >>> dropped;
        int rest = bits & (1 << dropped) - 1;
        int half = 1 << dropped - 1;
        return rest > half || (rest == half && (kept & 1) == 1) ? kept + 1 : kept;
    }
}
