package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertFailure;
import static iccl.kernel.internal.LibraryRig.assertRefused;
import static iccl.kernel.internal.LibraryRig.outcomes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FailureTest {
    private final LibraryRig rig = LibraryRig.withThreads("iccl.timeout=0.5");

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldTimeOutOnADeadPeer() {
        Communicator waiting = rig.kernel.commInitAll(2).get(0);
        Buffer buffer = rig.ints(1);
        long begin = System.nanoTime();
        var failure = assertRefused(
                ResultCode.TIMEOUT,
                () -> waiting.allReduce(buffer, buffer, 1, Datatype.INT32, ReductionOp.SUM, null),
                "AllReduce",
                "rank 0 of threads1 (2 ranks, memory)",
                "0.5 s (iccl.timeout)",
                "rank 1");
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
        assertTrue(millis >= 500 && millis < 5000, () -> "after " + millis + " ms");
        assertEquals(Operation.ALL_REDUCE, failure.operation());
        assertRefused(ResultCode.TIMEOUT, () -> waiting.barrier(null), "cannot run any more");
    }

    @Test
    void shouldTellThePeersOfAnAbort() {
        List<@Nullable Throwable> outcomes = outcomes(rig.kernel.commInitAll(3), rank -> {
            if (rank.rank() == 2) {
                TimeUnit.MILLISECONDS.sleep(100);
                rank.abort();
            }
            rank.barrier(null);
        });
        assertFailure(ResultCode.REMOTE_ERROR, outcomes.get(0), "caused by rank 2");
        assertFailure(ResultCode.REMOTE_ERROR, outcomes.get(1), "caused by rank 2");
        assertFailure(ResultCode.INVALID_USAGE, outcomes.get(2), "aborted");
    }

    @Test
    void shouldEndWhatRunsWhenAnotherThreadAborts() {
        Communicator waiting = rig.kernel.commInitAll(2).get(0);
        List<@Nullable Throwable> outcomes = outcomes(List.of(0, 1), thread -> {
            if (thread == 0) {
                waiting.barrier(null);
            } else {
                TimeUnit.MILLISECONDS.sleep(50);
                waiting.abort();
            }
        });
        assertFailure(ResultCode.INVALID_USAGE, outcomes.get(0), "aborted");
        assertNull(outcomes.get(1));
    }

    @Test
    void shouldFailWhenTheWaitingThreadIsInterrupted() {
        Communicator waiting = rig.kernel.commInitAll(2).get(0);
        Thread.currentThread().interrupt();
        assertRefused(ResultCode.SYSTEM_ERROR, () -> waiting.barrier(null), "interrupted");
        assertTrue(Thread.interrupted(), "the thread stays interrupted");
    }

    @Test
    void shouldFailWhenCountsDisagree() {
        List<@Nullable Throwable> outcomes = outcomes(rig.kernel.commInitAll(2), rank -> {
            Buffer buffer = rig.ints(1, 2);
            if (rank.rank() == 0) {
                rank.send(buffer, 1, Datatype.INT32, 1, null);
            } else {
                rank.recv(buffer, 2, Datatype.INT32, 0, null);
            }
        });
        // The sender may be done before the receiver finds out.
        assertFailure(ResultCode.INVALID_USAGE, outcomes.get(1), "4 bytes", "8 bytes");
    }

    @Test
    void shouldNotTimeOutWhileThereIsNothingToDo() throws InterruptedException {
        List<Communicator> ranks = rig.kernel.commInitAll(2);
        TimeUnit.MILLISECONDS.sleep(700);
        LibraryRig.onEach(ranks, rank -> rank.barrier(null));
    }

    @Test
    void shouldFailTheWholeGroup() {
        List<Communicator> ranks = rig.kernel.commInitAll(2);
        Communicator healthy = rig.kernel.commInitAll(1).get(0);
        Buffer from = rig.ints(3);
        Buffer to = rig.ints(0);
        rig.kernel.groupStart();
        ranks.get(0).barrier(null);
        healthy.allGather(from, to, 1, Datatype.INT32, null);
        assertRefused(ResultCode.TIMEOUT, rig.kernel::groupEnd, "Barrier");
        assertEquals(List.of(3), LibraryRig.intsOf(to));
        healthy.barrier(null);
    }
}
