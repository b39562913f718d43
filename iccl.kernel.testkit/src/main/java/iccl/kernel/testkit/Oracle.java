package iccl.kernel.testkit;

import static java.util.Objects.requireNonNull;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.testkit.FloatFormat.Ratio;
import java.math.BigInteger;

/**
 * What must come out, computed the slow way: integers as {@link BigInteger}, floats as fractions that are rounded as {@link
 * FloatFormat} says. It shares no code with {@link ReferenceArithmetic}, so that each checks the other.
 *
 * <p>Floats are combined in rank order. Other orders give the same for {@link TestData#EXACT}.
 */
public final class Oracle {
    private Oracle() {}

    /** The element {@code index} of {@code rank}'s receive buffer after the collective, as raw bits. */
    public static long expected(CollectiveShape collective, TestData data, int rank, long index) {
        Datatype type = collective.type();
        long count = collective.count();
        return switch (collective.operation()) {
            case ALL_REDUCE, REDUCE -> reduced(collective, data, index);
            case REDUCE_SCATTER -> reduced(collective, data, rank * count + index);
            case BROADCAST -> data.bits(type, collective.root(), index);
            case ALL_GATHER, GATHER -> data.bits(type, (int) (index / count), index % count);
            case SCATTER -> data.bits(type, collective.root(), rank * count + index);
            case ALL_TO_ALL -> data.bits(type, (int) (index / count), rank * count + index % count);
            case BARRIER, SEND, RECV -> throw new IllegalArgumentException(
                    collective.operation().title() + " has no result");
        };
    }

    private static long reduced(CollectiveShape collective, TestData data, long index) {
        long[] operands = new long[collective.size()];
        for (int rank = 0; rank < operands.length; rank++) {
            operands[rank] = data.bits(collective.type(), rank, index);
        }
        return reduce(collective.type(), requireNonNull(collective.op()), operands);
    }

    /** All operands combined, in their order, as raw bits. */
    public static long reduce(Datatype type, ReductionOp op, long... operands) {
        return type.isFloating() ? reduceFloats(type, op, operands) : reduceIntegers(type, op, operands);
    }

    private static long reduceIntegers(Datatype type, ReductionOp op, long[] operands) {
        BigInteger total = value(type, operands[0]);
        for (int i = 1; i < operands.length; i++) {
            BigInteger next = value(type, operands[i]);
            total = switch (op) {
                case SUM, AVG -> total.add(next);
                case PROD -> total.multiply(next);
                case MAX -> total.max(next);
                case MIN -> total.min(next);
            };
        }
        BigInteger result = op == ReductionOp.AVG ? total.divide(BigInteger.valueOf(operands.length)) : total;
        return result.mod(BigInteger.ONE.shiftLeft(8 * type.bytes())).longValue();
    }

    private static BigInteger value(Datatype type, long bits) {
        BigInteger modulus = BigInteger.ONE.shiftLeft(8 * type.bytes());
        BigInteger unsigned = BigInteger.valueOf(bits).mod(modulus);
        boolean negative = type.kind() == Datatype.Kind.SIGNED && unsigned.testBit(8 * type.bytes() - 1);
        return negative ? unsigned.subtract(modulus) : unsigned;
    }

    private static long reduceFloats(Datatype type, ReductionOp op, long[] operands) {
        FloatFormat format = FloatFormat.of(type);
        FloatFormat accumulator = type == Datatype.FLOAT64 ? format : FloatFormat.of(Datatype.FLOAT32);
        double total = format.decode(operands[0]);
        for (int i = 1; i < operands.length; i++) {
            total = combine(accumulator, op, total, format.decode(operands[i]));
        }
        if (op == ReductionOp.AVG && Double.isFinite(total) && total != 0) {
            total = accumulator.decode(accumulator.encode(Ratio.of(total).dividedBy(operands.length)));
        }
        return format.encode(total);
    }

    private static double combine(FloatFormat accumulator, ReductionOp op, double left, double right) {
        if (Double.isNaN(left) || Double.isNaN(right)) {
            return Double.NaN;
        }
        return switch (op) {
            case SUM, AVG -> add(accumulator, left, right);
            case PROD -> multiply(accumulator, left, right);
            case MAX -> Double.compare(left, right) >= 0 ? left : right; // compare puts -0 below +0
            case MIN -> Double.compare(left, right) <= 0 ? left : right;
        };
    }

    private static double add(FloatFormat accumulator, double left, double right) {
        if (left == 0 || right == 0 || Double.isInfinite(left) || Double.isInfinite(right)) {
            return left + right; // exact
        }
        Ratio sum = Ratio.of(left).plus(Ratio.of(right));
        return sum.numerator().signum() == 0 ? 0 : accumulator.decode(accumulator.encode(sum));
    }

    private static double multiply(FloatFormat accumulator, double left, double right) {
        if (left == 0 || right == 0 || Double.isInfinite(left) || Double.isInfinite(right)) {
            return left * right; // exact
        }
        return accumulator.decode(accumulator.encode(Ratio.of(left).times(Ratio.of(right))));
    }
}
