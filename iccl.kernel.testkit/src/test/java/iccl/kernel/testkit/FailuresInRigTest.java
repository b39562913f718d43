package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** When a rank dies or gives up, every machine ends, says why, and gives everything back. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class FailuresInRigTest {
    private static final int[] SIZES = {2, 3, 5, 8};
    private static final int TRIES = 12;

    static Stream<Algorithm> algorithms() {
        return RigCases.collectives();
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldEndEverywhereWhenARankDies(Algorithm algorithm) {
        Random random = new Random(RigCases.SEED);
        int failed = 0;
        for (int size : SIZES) {
            for (int attempt = 0; attempt < TRIES; attempt++) {
                CollectiveShape shape = shape(algorithm.operation(), size, attempt);
                RankRig rig = RankRig.suiting(algorithm, shape, random);
                try (RigCase rigCase =
                        new RigCase(rig, algorithm, shape, TestData.EXACT, RigCase.Placing.values()[attempt % 3])) {
                    failed += killOne(rig, rigCase, random);
                }
                rig.assertNoMemoryLeft();
                rig.network().assertNoOpenHandle();
            }
        }
        assertTrue(failed > 0, "no rank ever noticed a death");
    }

    private static int killOne(RankRig rig, RigCase rigCase, Random random) {
        int victim = random.nextInt(rig.size());
        int[] stepsLeft = {random.nextInt(12)};
        List<Machine> machines = rigCase.start();
        rig.drive(machines, rank -> {
            if (rank == victim && stepsLeft[0]-- == 0) {
                rig.kill(victim, machines.get(victim));
            }
            abortWhatFailed(rig, machines, rank);
        });
        int failed = 0;
        for (int rank = 0; rank < machines.size(); rank++) {
            IcclException failure = machines.get(rank).failure();
            if (failure != null && rank != victim) {
                failed++;
                assertEquals(ResultCode.REMOTE_ERROR, failure.code(), rigCase::toString);
                assertNotEquals(IcclException.NO_RANK, failure.rank(), rigCase::toString);
                assertNotEquals(rank, failure.rank(), rigCase::toString);
                assertNotNull(failure.operation(), rigCase::toString);
            }
        }
        return failed;
    }

    /** What the kernel does: the peers of a rank that failed are told. */
    private static void abortWhatFailed(RankRig rig, List<Machine> machines, int rank) {
        if (machines.get(rank).failure() != null) {
            rig.abort(rank);
        }
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldGiveEverythingBackWhenOneGivesUp(Algorithm algorithm) {
        Random random = new Random(RigCases.SEED + 1);
        for (int size : SIZES) {
            for (int attempt = 0; attempt < TRIES; attempt++) {
                CollectiveShape shape = shape(algorithm.operation(), size, attempt);
                RankRig rig = RankRig.suiting(algorithm, shape, random);
                try (RigCase rigCase =
                        new RigCase(rig, algorithm, shape, TestData.EXACT, RigCase.Placing.values()[attempt % 3])) {
                    giveUpOn(rig, rigCase, random);
                }
                rig.assertNoMemoryLeft();
                rig.network().assertNoOpenHandle();
            }
        }
    }

    private static void giveUpOn(RankRig rig, RigCase rigCase, Random random) {
        IcclException tooLate = new IcclException(ResultCode.TIMEOUT, Operation.BARRIER, 0, "too late", null);
        int quitter = random.nextInt(rig.size());
        int[] stepsLeft = {random.nextInt(6)};
        List<Machine> machines = rigCase.start();
        rig.drive(machines, rank -> {
            Machine machine = machines.get(rank);
            if (rank == quitter && stepsLeft[0]-- == 0) {
                boolean late = machine.isFinished();
                machine.fail(tooLate);
                machine.fail(new IcclException(ResultCode.INTERNAL_ERROR, "only the first one counts"));
                assertTrue(machine.isFinished());
                if (!late) {
                    assertSame(tooLate, machine.failure(), rigCase::toString);
                }
            }
            abortWhatFailed(rig, machines, rank);
        });
    }

    private static CollectiveShape shape(Operation operation, int size, int attempt) {
        ReductionOp op = operation.isReducing() ? ReductionOp.AVG : null;
        int root = operation.isRooted() ? attempt % size : 0;
        Datatype type = attempt % 3 == 0 ? Datatype.UINT32 : Datatype.BFLOAT16;
        return new CollectiveShape(operation, type, op, root, size, attempt % 4 == 0 ? 3 : 150);
    }
}
