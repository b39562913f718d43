package iccl.kernel.testkit;

import iccl.kernel.internal.collective.Algorithm;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every algorithm gives what the oracle says, for everything that can be asked of it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class AlgorithmsInRigTest {
    private static final int MAX_SIZE = 17;
    /** From here on a part of the cases, which the seed picks, stands for all. */
    private static final int SAMPLED_FROM = 4;

    private static final int ONE_IN = 10;

    static Stream<Algorithm> algorithms() {
        return RigCases.collectives();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldGiveWhatTheOracleSays(Algorithm algorithm) {
        Random random = new Random(RigCases.SEED);
        for (int size = 1; size <= MAX_SIZE; size++) {
            RankRig rig = new RankRig(size, random.nextLong());
            for (CollectiveShape shape : RigCases.shapes(algorithm.operation(), size)) {
                for (RigCase.Placing placing : RigCase.Placing.values()) {
                    boolean isPicked = size < SAMPLED_FROM || random.nextInt(ONE_IN) == 0;
                    if (isPicked && rig.suits(algorithm, shape)) {
                        run(new RigCase(rig, algorithm, shape, TestData.EXACT, placing));
                    }
                }
            }
            rig.assertNothingLeft();
        }
    }

    private static void run(RigCase rigCase) {
        try (rigCase) {
            rigCase.run().verify();
        }
    }
}
