package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.select.Means;
import iccl.kernel.internal.select.Selection;
import iccl.kernel.port.CollectiveCall;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Thousands of ranks, with the algorithm that selection gives them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ScaleInRigTest {
    private static final int RANKS = 2049;

    @ParameterizedTest
    @EnumSource(names = {"ALL_REDUCE", "REDUCE", "BROADCAST", "GATHER", "SCATTER", "BARRIER"})
    void shouldRunTwoThousandRanks(Operation operation) {
        RankRig rig = new RankRig(RANKS, RigCases.SEED);
        ReductionOp op = operation.isReducing() ? ReductionOp.SUM : null;
        CollectiveShape shape = new CollectiveShape(operation, Datatype.FLOAT16, op, 0, RANKS, 3);
        Selection selection = new Selection(RANKS, RANKS, false, "");
        Algorithm algorithm =
                selection.choose(new CollectiveCall(operation, 0, 0, 3, Datatype.FLOAT16, op, 0), Means.MESSAGES);
        try (RigCase rigCase = new RigCase(rig, algorithm, shape, TestData.EXACT, RigCase.Placing.APART)) {
            rigCase.run().verify();
        }
        rig.assertNothingLeft();
        assertTrue(rig.network().nowNs() > 0);
    }
}
