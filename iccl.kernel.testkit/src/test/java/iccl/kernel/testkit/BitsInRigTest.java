package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.select.Algorithms;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Floats that round, NaN, infinities and zeros of both signs: the same bits on every rank, and in rank order if wanted. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BitsInRigTest {
    private static final int[] SIZES = {1, 2, 3, 4, 6, 7, 11};
    private static final List<Datatype> FLOATS =
            Stream.of(Datatype.values()).filter(Datatype::isFloating).toList();

    static Stream<Algorithm> allReductions() {
        return Algorithms.of(Operation.ALL_REDUCE).stream();
    }

    static Stream<Algorithm> inRankOrder() {
        return RigCases.collectives()
                .filter(algorithm -> algorithm.operation().isReducing() && algorithm.inRankOrder());
    }

    static Stream<Algorithm> reductions() {
        return RigCases.collectives().filter(algorithm -> algorithm.operation().isReducing());
    }

    @ParameterizedTest
    @MethodSource("allReductions")
    void shouldGiveTheSameBitsOnEveryRank(Algorithm algorithm) {
        forAll(algorithm, List.of(ReductionOp.values()), RigCase::verifySameBits);
    }

    @ParameterizedTest
    @MethodSource("inRankOrder")
    void shouldCombineInRankOrderWhateverTheNetworkDoes(Algorithm algorithm) {
        forAll(algorithm, List.of(ReductionOp.values()), RigCase::verify);
    }

    /** The order does not matter to them, so that every algorithm is deterministic. */
    @ParameterizedTest
    @MethodSource("reductions")
    void shouldFindTheSameExtremesInEveryOrder(Algorithm algorithm) {
        forAll(algorithm, List.of(ReductionOp.MAX, ReductionOp.MIN), RigCase::verify);
    }

    private static void forAll(Algorithm algorithm, List<ReductionOp> ops, java.util.function.Consumer<RigCase> check) {
        Random random = new Random(RigCases.SEED);
        for (int size : SIZES) {
            for (Datatype type : FLOATS) {
                CollectiveShape any = new CollectiveShape(algorithm.operation(), type, ops.get(0), 0, size, 97);
                RankRig rig = RankRig.suiting(algorithm, any, random);
                for (ReductionOp op : ops) {
                    int root = algorithm.operation().isRooted() ? random.nextInt(size) : 0;
                    CollectiveShape shape = new CollectiveShape(algorithm.operation(), type, op, root, size, 97);
                    try (RigCase rigCase = new RigCase(
                            rig, algorithm, shape, TestData.ANY, RigCase.Placing.values()[random.nextInt(3)])) {
                        check.accept(rigCase.run());
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("reductions")
    void shouldHoldFewSegmentsOfScratch(Algorithm algorithm) {
        for (int size : new int[] {2, 8, 16}) {
            boolean isTwoLevel = algorithm.name().equals(Algorithms.HIERARCHICAL);
            Datatype type = isTwoLevel ? Datatype.INT32 : Datatype.INT64;
            CollectiveShape shape = new CollectiveShape(algorithm.operation(), type, ReductionOp.AVG, 0, size, 2000);
            RankRig rig = RankRig.suiting(algorithm, shape, new Random(RigCases.SEED));
            try (RigCase rigCase = new RigCase(rig, algorithm, shape, TestData.EXACT, RigCase.Placing.APART)) {
                rigCase.run().verify();
            }
            // 16 segments, and what is at least there for each rank; on top of rails, three chunks of a few more.
            long allowed = (isTwoLevel ? 36 : 20) * RankRig.SEGMENT_BYTES + 128L * size;
            assertTrue(
                    rig.peakScratchBytes() <= allowed,
                    () -> algorithm.name() + " held " + rig.peakScratchBytes() + " bytes, not " + allowed);
        }
    }
}
