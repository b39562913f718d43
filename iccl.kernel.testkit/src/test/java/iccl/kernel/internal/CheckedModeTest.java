package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertFailure;
import static iccl.kernel.internal.LibraryRig.intsOf;
import static iccl.kernel.internal.LibraryRig.onEach;
import static iccl.kernel.internal.LibraryRig.outcomes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CheckedModeTest {
    private final LibraryRig rig = LibraryRig.withThreads("ICCL_CHECK=1", "iccl.timeout=20");

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldNameTheOddRankAndTheDifferenceAndGoOn() {
        List<Communicator> ranks = rig.kernel.commInitAll(3);
        List<@Nullable Throwable> outcomes = outcomes(ranks, rank -> {
            Buffer buffer = rig.ints(1, 2, 3, 4);
            int count = rank.rank() == 1 ? 3 : 4;
            rank.allReduce(buffer, buffer, count, Datatype.INT32, ReductionOp.SUM, null);
        });
        for (@Nullable Throwable outcome : outcomes) {
            assertFailure(
                    ResultCode.INVALID_USAGE,
                    outcome,
                    "caused by rank 1",
                    "rank 1 issued 'AllReduce count=3 int32 sum', most others 'AllReduce count=4 int32 sum'");
        }
        onEach(ranks, rank -> {
            Buffer buffer = rig.ints(5);
            rank.allReduce(buffer, buffer, 1, Datatype.INT32, ReductionOp.SUM, null);
            assertEquals(List.of(15), intsOf(buffer));
        });
    }

    @Test
    void shouldFindOtherOperationsRootsAndNothings() {
        List<@Nullable Throwable> outcomes = outcomes(rig.kernel.commInitAll(2), rank -> {
            Buffer buffer = rig.ints(1);
            if (rank.rank() == 0) {
                rank.barrier(null);
            } else {
                rank.broadcast(buffer, buffer, 0, Datatype.INT32, 1, null);
            }
        });
        assertFailure(ResultCode.INVALID_USAGE, outcomes.get(0), "'Broadcast count=0 int32 root=1'", "'Barrier");
        assertFailure(ResultCode.INVALID_USAGE, outcomes.get(1), "caused by rank 1");
    }

    @Test
    void shouldLetEverythingElsePass() {
        onEach(rig.kernel.commInitAll(3), rank -> {
            Buffer buffer = rig.ints(rank.rank());
            rank.allReduce(buffer, buffer, 0, Datatype.INT32, ReductionOp.SUM, null);
            rank.broadcast(buffer, buffer, 1, Datatype.INT32, 2, null);
            assertEquals(List.of(2), intsOf(buffer));
            Communicator part = rank.split(0, 0);
            if (part != null) {
                part.barrier(null);
            }
        });
    }
}
