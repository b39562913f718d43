package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.port.Accumulator;
import java.nio.ByteBuffer;

/** One accumulator and what can be done to it. Integers are two 64-bit words; floats are a double that holds them exactly. */
final class ScalarArithmetic {
    private final Datatype type;
    private final ReductionOp op;
    private final Accumulator accumulator;
    private long low;
    private long high;
    private double real;

    ScalarArithmetic(Datatype type, ReductionOp op) {
        this.type = type;
        this.op = op;
        this.accumulator = Accumulator.of(type, op);
    }

    /** Becomes one element. */
    void load(long bits) {
        if (type.isFloating()) {
            real = realOf(bits);
        } else {
            low = Elements.widen(type, bits);
            high = type.kind() == Datatype.Kind.SIGNED ? low >> 63 : 0;
        }
    }

    void combineElement(long bits) {
        if (type.isFloating()) {
            real = combined(real, realOf(bits));
        } else {
            long word = Elements.widen(type, bits);
            combineInteger(word, type.kind() == Datatype.Kind.SIGNED ? word >> 63 : 0);
        }
    }

    void read(ByteBuffer from, int index) {
        switch (accumulator) {
            case ELEMENT -> load(Elements.get(from, type, index));
            case FLOAT32 -> real = from.getFloat(index * 4);
            case INT64 -> readWords(from.getLong(index * 8), from.getLong(index * 8) >> 63);
            case INT128 -> readWords(from.getLong(index * 16), from.getLong(index * 16 + 8));
        }
    }

    private void readWords(long newLow, long newHigh) {
        low = newLow;
        high = newHigh;
    }

    void combine(ByteBuffer right, int index) {
        switch (accumulator) {
            case ELEMENT -> combineElement(Elements.get(right, type, index));
            case FLOAT32 -> real = combined(real, right.getFloat(index * 4));
            case INT64 -> low += right.getLong(index * 8);
            case INT128 -> combineInteger(right.getLong(index * 16), right.getLong(index * 16 + 8));
        }
    }

    void write(ByteBuffer to, int index) {
        switch (accumulator) {
            case ELEMENT -> Elements.put(to, type, index, type.isFloating() ? bitsOf(real) : low);
            case FLOAT32 -> to.putInt(index * 4, Float.floatToIntBits((float) real));
            case INT64 -> to.putLong(index * 8, low);
            case INT128 -> {
                to.putLong(index * 16, low);
                to.putLong(index * 16 + 8, high);
            }
        }
    }

    /** The element that the accumulator comes to. */
    long store(int ranks) {
        if (type.isFloating()) {
            return bitsOf(op == ReductionOp.AVG ? divided(ranks) : real);
        }
        return op == ReductionOp.AVG ? average(ranks) : low;
    }

    private double combined(double left, double right) {
        double exact =
                switch (op) {
                    case SUM, AVG -> left + right;
                    case PROD -> left * right;
                    case MAX -> Math.max(left, right);
                    case MIN -> Math.min(left, right);
                };
        // Two floats' sum, product or quotient in double, rounded to float, is the same as in float at once.
        return type == Datatype.FLOAT64 ? exact : (float) exact;
    }

    private double divided(int ranks) {
        return type == Datatype.FLOAT64 ? real / ranks : (float) real / (float) ranks;
    }

    private void combineInteger(long word, long upper) {
        switch (op) {
            case SUM, AVG -> {
                long sum = low + word;
                high += upper + (Long.compareUnsigned(sum, word) < 0 ? 1 : 0);
                low = sum;
            }
            case PROD -> low *= word;
            case MAX -> low = compare(low, word) >= 0 ? low : word;
            case MIN -> low = compare(low, word) <= 0 ? low : word;
        }
    }

    private int compare(long left, long right) {
        return type.kind() == Datatype.Kind.SIGNED ? Long.compare(left, right) : Long.compareUnsigned(left, right);
    }

    /** Divides 128 bits by a small number, 32 bits at a time, truncating toward zero. */
    private long average(int ranks) {
        boolean wide = accumulator == Accumulator.INT128;
        if (!wide) {
            return type.kind() == Datatype.Kind.SIGNED ? low / ranks : Long.divideUnsigned(low, ranks);
        }
        boolean negative = type.kind() == Datatype.Kind.SIGNED && high < 0;
        long magnitudeLow = negative ? -low : low;
        long magnitudeHigh = negative ? ~high + (low == 0 ? 1 : 0) : high;
        long rest = Long.remainderUnsigned(magnitudeHigh, ranks);
        long upper = rest << 32 | magnitudeLow >>> 32;
        rest = Long.remainderUnsigned(upper, ranks);
        long lower = rest << 32 | magnitudeLow & 0xFFFF_FFFFL;
        long quotient = Long.divideUnsigned(upper, ranks) << 32 | Long.divideUnsigned(lower, ranks);
        return negative ? -quotient : quotient;
    }

    private double realOf(long bits) {
        return switch (type) {
            case FLOAT16 -> HalfFloats.fromFloat16((int) bits);
            case BFLOAT16 -> HalfFloats.fromBfloat16((int) bits);
            case FLOAT32 -> Float.intBitsToFloat((int) bits);
            default -> Double.longBitsToDouble(bits);
        };
    }

    private long bitsOf(double value) {
        return switch (type) {
            case FLOAT16 -> HalfFloats.toFloat16((float) value);
            case BFLOAT16 -> HalfFloats.toBfloat16((float) value);
            case FLOAT32 -> Float.floatToIntBits((float) value) & 0xFFFF_FFFFL;
            default -> Double.doubleToLongBits(value);
        };
    }
}
