package iccl.examples.internal.suite;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import java.math.BigInteger;

/**
 * What a reduction of a few elements must give, by the rules that {@link ReductionOp} documents, one element at a time.
 *
 * <p>Floating-point results depend on the order of the operands in general; here it is rank order. {@link Values} gives
 * only operands whose result is the same in every order, so that it may be compared to the bit.
 */
final class Oracle {
    private Oracle() {}

    /** Combines the elements, at least one, given and returned as bits. */
    static long combine(Datatype type, ReductionOp op, long[] elements) {
        if (!type.isFloating()) {
            return integers(type, op, elements);
        }
        return type == Datatype.FLOAT64 ? doubles(op, elements) : floats(type, op, elements);
    }

    private static long integers(Datatype type, ReductionOp op, long[] elements) {
        BigInteger result = Elements.toInteger(type, elements[0]);
        for (int i = 1; i < elements.length; i++) {
            BigInteger next = Elements.toInteger(type, elements[i]);
            result = switch (op) {
                case SUM, AVG -> result.add(next);
                case PROD -> result.multiply(next);
                case MAX -> result.max(next);
                case MIN -> result.min(next);
            };
        }
        if (op == ReductionOp.AVG) {
            result = result.divide(BigInteger.valueOf(elements.length));
        }
        return Elements.fromInteger(type, result);
    }

    /** For the two half types and float32: combines in float32; the half types are rounded once, at the end. */
    private static long floats(Datatype type, ReductionOp op, long[] elements) {
        float result = (float) Elements.toDouble(type, elements[0]);
        for (int i = 1; i < elements.length; i++) {
            float next = (float) Elements.toDouble(type, elements[i]);
            result = switch (op) {
                case SUM, AVG -> result + next;
                case PROD -> result * next;
                case MAX -> Math.max(result, next);
                case MIN -> Math.min(result, next);
            };
        }
        if (op == ReductionOp.AVG) {
            result /= elements.length;
        }
        return Elements.fromDouble(type, result);
    }

    private static long doubles(ReductionOp op, long[] elements) {
        double result = Double.longBitsToDouble(elements[0]);
        for (int i = 1; i < elements.length; i++) {
            double next = Double.longBitsToDouble(elements[i]);
            result = switch (op) {
                case SUM, AVG -> result + next;
                case PROD -> result * next;
                case MAX -> Math.max(result, next);
                case MIN -> Math.min(result, next);
            };
        }
        if (op == ReductionOp.AVG) {
            result /= elements.length;
        }
        return Elements.fromDouble(Datatype.FLOAT64, result);
    }
}
