package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Operation;
import iccl.kernel.internal.collective.Algorithm;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each algorithm takes as many steps, and each rank sends as many bytes, as docs/algorithms.md says. A step is a message
 * that must have come before the next may go: where a message takes one unit of time and all else nothing, the time is the
 * number of steps.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ScaleTheoryTest {
    private static final int[] RANKS = {2, 3, 4, 5, 7, 8, 12, 16, 17, 31, 64, 100, 256};
    private static final int BYTES = 4;

    static Stream<Arguments> theories() {
        return Stream.concat(reductions(), copies());
    }

    /** Operation, name, steps for n ranks, the most that one of n ranks sends in bytes of {@code count}. */
    private static Arguments theory(
            Operation operation, String name, IntToDoubleFunction steps, IntToDoubleFunction bytes) {
        return Arguments.of(operation, name, steps, bytes);
    }

    private static Stream<Arguments> reductions() {
        return Stream.of(
                theory(Operation.ALL_REDUCE, "ring", n -> 2 * (n - 1), n -> 2 * (n - 1.0) / n),
                theory(Operation.ALL_REDUCE, "direct", n -> 2, n -> 2 * (n - 1.0) / n),
                theory(Operation.REDUCE_SCATTER, "direct", n -> 1, n -> n - 1),
                theory(Operation.REDUCE, "binomial", ScaleTheoryTest::floorLog, n -> 1),
                theory(Operation.REDUCE, "direct", n -> 2, n -> 1));
    }

    private static Stream<Arguments> copies() {
        return Stream.of(
                theory(Operation.BROADCAST, "binomial", ScaleTheoryTest::floorLog, ScaleTheoryTest::ceilingLog),
                theory(Operation.BROADCAST, "chain", n -> n - 1, n -> 1),
                theory(Operation.ALL_GATHER, "bruck", ScaleTheoryTest::ceilingLog, n -> n - 1),
                theory(Operation.ALL_GATHER, "ring", n -> n - 1, n -> n - 1),
                theory(Operation.GATHER, "binomial", ScaleTheoryTest::floorLog, ScaleTheoryTest::largestSubtree),
                theory(Operation.GATHER, "linear", n -> 1, n -> 1),
                theory(Operation.SCATTER, "binomial", ScaleTheoryTest::floorLog, n -> n - 1),
                theory(Operation.SCATTER, "linear", n -> 1, n -> n - 1),
                theory(Operation.ALL_TO_ALL, "pairwise", n -> Math.ceil(n / 4.0), n -> n - 1));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("theories")
    void shouldTakeTheStepsAndBytesOfTheory(
            Operation operation, String name, IntToDoubleFunction steps, IntToDoubleFunction bytes) {
        for (int ranks : RANKS) {
            // So many that every rank's block has whole elements, and all fits in a segment.
            long count = 2L * ranks;
            ModelRun run = ModelRun.of(operation, name, ranks, count, CostModel.STEPS);
            double expected = steps.applyAsDouble(ranks);
            assertEquals(expected, run.timeNs(), 1e-6, "steps of " + ranks + " ranks");
            assertEquals(
                    bytes.applyAsDouble(ranks) * count * BYTES,
                    (double) run.mostBytes(),
                    1e-6,
                    "bytes of " + ranks + " ranks");
        }
    }

    /** Ranks beyond a power of two cost a step before and one after; some of that hides behind the others' steps. */
    @Test
    void shouldDoubleRecursively() {
        for (int ranks : RANKS) {
            long count = 2L * ranks;
            ModelRun run = ModelRun.of(Operation.ALL_REDUCE, "recursive-doubling", ranks, count, CostModel.STEPS);
            int beyond = isPowerOfTwo(ranks) ? 0 : 1;
            assertEquals((floorLog(ranks) + beyond) * count * BYTES, (double) run.mostBytes(), 1e-6, ranks + " ranks");
            double steps = Math.rint(run.timeNs());
            assertTrue(steps >= floorLog(ranks) + beyond, () -> run + " of " + ranks + " ranks");
            assertTrue(steps <= floorLog(ranks) + 2 * beyond, () -> run + " of " + ranks + " ranks");
        }
    }

    /** What a machine keeps grows with the logarithm of the ranks; only the direct reductions know every rank. */
    @ParameterizedTest
    @MethodSource("machines")
    void shouldKeepLittleMemory(Algorithm algorithm) {
        long few = ScaleMemory.bytesOf(algorithm, 64);
        long many = ScaleMemory.bytesOf(algorithm, 4096);
        long limit = algorithm.name().equals("direct") ? 128 * few : 2 * few;
        assertTrue(few > 100 && many <= limit, () -> few + " bytes for 64 ranks, " + many + " for 4096");
    }

    static Stream<Algorithm> machines() {
        return RigCases.messageCollectives();
    }

    @Test
    void shouldTakeABarrierOfLogarithmicSteps() {
        for (int ranks : RANKS) {
            ModelRun run = ModelRun.of(Operation.BARRIER, "dissemination", ranks, 0, CostModel.STEPS);
            assertEquals(ceilingLog(ranks), run.timeNs(), 1e-6, ranks + " ranks");
            assertEquals((long) ceilingLog(ranks), run.mostMessages());
        }
    }

    /** A segment more is a step more, not as many as the first. */
    @Test
    void shouldLetSegmentsFollowEachOther() {
        long segment = (256 << 10) / BYTES;
        for (String name : new String[] {"binomial", "chain"}) {
            double one = ModelRun.of(Operation.BROADCAST, name, 8, segment, CostModel.STEPS)
                    .timeNs();
            double five = ModelRun.of(Operation.BROADCAST, name, 8, 5 * segment, CostModel.STEPS)
                    .timeNs();
            assertEquals(one + 4, five, 4, name);
        }
    }

    /** Two nodes that exchange as much as they can are held up by their links, and by nothing else. */
    @Test
    void shouldPredictTheTimeOfALink() {
        CostModel links = new CostModel(1, 0, 0, 0, 1, 1, 1e18, Long.MAX_VALUE, 0);
        ModelRun run = ModelRun.of(Operation.ALL_REDUCE, "direct", 2, 1000, links);
        assertEquals(1000 * BYTES, run.timeNs(), 1e-6);
        // All ranks of a node share its link: two of them send their data to the root on the other node.
        CostModel shared = new CostModel(2, 0, 0, 0, 1, 1e18, 1e18, Long.MAX_VALUE, 0);
        ModelRun gather = ModelRun.of(Operation.GATHER, "linear", 4, 1000, shared);
        assertEquals(2 * 1000 * BYTES, gather.timeNs(), 1e-6);
    }

    private static boolean isPowerOfTwo(int n) {
        return Integer.bitCount(n) == 1;
    }

    private static double floorLog(int n) {
        return 31 - Integer.numberOfLeadingZeros(n);
    }

    private static double ceilingLog(int n) {
        return 32 - Integer.numberOfLeadingZeros(n - 1);
    }

    /** Blocks of the largest subtree below the root: what its rank passes on. */
    private static double largestSubtree(int n) {
        int largest = 1;
        for (int rank = 1; rank < n; rank++) {
            largest = Math.max(largest, Math.min(Integer.lowestOneBit(rank), n - rank));
        }
        return largest;
    }
}
