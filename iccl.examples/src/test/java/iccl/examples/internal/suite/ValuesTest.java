package iccl.examples.internal.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The data must be such that right results pass whatever the order, and that wrong ones do not look right. */
class ValuesTest {
    private static final int INDICES = Pattern.PERIOD;

    /** The claim that the exact comparison of floating-point results rests on. */
    @ParameterizedTest
    @EnumSource(
            value = Datatype.class,
            names = {"FLOAT16", "BFLOAT16", "FLOAT32", "FLOAT64"})
    void shouldGiveTheSameResultInEveryOrder(Datatype type) {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        for (ReductionOp op : ReductionOp.values()) {
            for (int ranks : new int[] {2, 3, 4, 7, 17, 40, 130}) {
                Values values = new Values(type, op, ranks);
                for (int index = 0; index < INDICES; index++) {
                    int at = index;
                    long[] elements = elements(values, ranks, index);
                    long expected = Oracle.combine(type, op, elements);
                    long other = Elements.fromDouble(type, anyOrder(type, op, elements, random));
                    boolean bothNaN = Elements.isNaN(type, expected) && Elements.isNaN(type, other);
                    assertTrue(
                            expected == other || bothNaN,
                            () -> type + " " + op + " ranks " + elements.length + " index " + at + " seed " + seed
                                    + ": " + Elements.text(type, expected) + " or " + Elements.text(type, other));
                }
            }
        }
    }

    /** Combines two arbitrary partial results until one is left, in the precision that the rules ask for. */
    private static double anyOrder(Datatype type, ReductionOp op, long[] elements, Random random) {
        List<Double> parts = new ArrayList<>();
        Arrays.stream(elements).forEach(bits -> parts.add(Elements.toDouble(type, bits)));
        while (parts.size() > 1) {
            double right = takeAny(parts, random);
            double left = takeAny(parts, random);
            double exact =
                    switch (op) {
                        case SUM, AVG -> left + right;
                        case PROD -> left * right;
                        case MAX -> Math.max(left, right);
                        case MIN -> Math.min(left, right);
                    };
            parts.add(type == Datatype.FLOAT64 ? exact : (float) exact);
        }
        double result = parts.get(0);
        if (op != ReductionOp.AVG) {
            return result;
        }
        return type == Datatype.FLOAT64 ? result / elements.length : (float) result / elements.length;
    }

    private static double takeAny(List<Double> parts, Random random) {
        int any = random.nextInt(parts.size());
        Collections.swap(parts, any, parts.size() - 1);
        return parts.remove(parts.size() - 1);
    }

    @ParameterizedTest
    @EnumSource(Datatype.class)
    void shouldDependOnRankAndIndex(Datatype type) {
        for (ReductionOp op : ReductionOp.values()) {
            Values values = new Values(type, op, 4);
            int sameAsNextRank = 0;
            int sameAsNextIndex = 0;
            for (int index = 0; index < INDICES; index++) {
                sameAsNextRank += values.bits(1, index) == values.bits(2, index) ? 1 : 0;
                sameAsNextIndex += values.bits(1, index) == values.bits(1, index + 1) ? 1 : 0;
            }
            // Factors are taken from a dozen values; everything else hardly ever repeats.
            int allowed = op == ReductionOp.PROD && type.isFloating() ? INDICES / 4 : INDICES / 8;
            assertTrue(sameAsNextRank < allowed, type + " " + op + " ranks alike: " + sameAsNextRank);
            assertTrue(sameAsNextIndex < allowed, type + " " + op + " indices alike: " + sameAsNextIndex);
        }
    }

    @ParameterizedTest
    @EnumSource(Datatype.class)
    void shouldHaveManyDifferentResults(Datatype type) {
        for (ReductionOp op : ReductionOp.values()) {
            Values values = new Values(type, op, 4);
            Set<Long> results = new HashSet<>();
            for (int index = 0; index < INDICES; index++) {
                results.add(Oracle.combine(type, op, elements(values, 4, index)));
            }
            assertTrue(results.size() > 60, type + " " + op + ": " + results.size());
        }
    }

    @Test
    void shouldCatchArithmeticInTheWrongPrecision() {
        assertTrue(wrongWhen(Datatype.FLOAT64, ReductionOp.SUM, v -> (float) v) > INDICES / 2);
        assertTrue(wrongWhen(Datatype.FLOAT64, ReductionOp.PROD, v -> (float) v) > INDICES / 2);
        for (Datatype half : new Datatype[] {Datatype.FLOAT16, Datatype.BFLOAT16}) {
            int wrong = wrongWhen(half, ReductionOp.SUM, v -> Elements.toDouble(half, Elements.fromDouble(half, v)));
            assertTrue(wrong > INDICES / 20, half + " " + wrong);
        }
    }

    private static int wrongWhen(Datatype type, ReductionOp op, DoubleUnaryOperator round) {
        Values values = new Values(type, op, 4);
        int wrong = 0;
        for (int index = 0; index < INDICES; index++) {
            long[] elements = elements(values, 4, index);
            double result = Elements.toDouble(type, elements[0]);
            for (int rank = 1; rank < 4; rank++) {
                double next = Elements.toDouble(type, elements[rank]);
                result = round.applyAsDouble(op == ReductionOp.SUM ? result + next : result * next);
            }
            wrong += Elements.fromDouble(type, result) == Oracle.combine(type, op, elements) ? 0 : 1;
        }
        return wrong;
    }

    @ParameterizedTest
    @EnumSource(
            value = Datatype.class,
            names = {"INT8", "UINT8", "INT16", "UINT16", "INT32", "INT64", "UINT64"})
    void shouldHaveSumsThatWrapAndAveragesThatAreCut(Datatype type) {
        Values values = new Values(type, ReductionOp.AVG, 4);
        int differ = 0;
        for (int index = 0; index < INDICES; index++) {
            long[] elements = elements(values, 4, index);
            long wrapped = Oracle.combine(type, ReductionOp.SUM, elements);
            long average = Oracle.combine(type, ReductionOp.AVG, elements);
            long narrow = Elements.toInteger(type, wrapped).longValue() / 4;
            differ += Elements.truncate(type, narrow) == average ? 0 : 1;
        }
        assertTrue(differ > INDICES / 4, type + " " + differ);
    }

    @Test
    void shouldMoveAnyBits() {
        Values values = new Values(Datatype.UINT8, null, 2);
        Set<Long> seen = new HashSet<>();
        for (int index = 0; index < 8 * INDICES; index++) {
            seen.add(values.bits(0, index));
        }
        assertEquals(256, seen.size());
    }

    private static long[] elements(Values values, int ranks, int index) {
        long[] elements = new long[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            elements[rank] = values.bits(rank, index);
        }
        return elements;
    }
}
