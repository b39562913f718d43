package iccl.backend.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.testkit.CheckedMemory;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Handles, chunks, failures and in-place forms, over a communicator that a test controls. */
@Timeout(20)
class TrafficTest {
    private static final long GIB = 1L << 30;
    private static final int SIZE = 4;

    private final FakeCommunicator mpi = new FakeCommunicator(1, SIZE);
    private final CheckedMemory host = new CheckedMemory();
    private final Traffic traffic = new Traffic(mpi, host);

    @AfterEach
    void shouldGiveAllMemoryBack() {
        traffic.end();
        host.assertNothingLeaked();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCarryAHugeMessageInChunksOfOneHandle(boolean send) {
        Pending.Kind kind = send ? Pending.Kind.SEND : Pending.Kind.RECEIVE;
        int handle = traffic.post(kind, 2, 7, 4096, 2 * GIB + 5);
        assertEquals(
                List.of(
                        new FakeCommunicator.Posted(send, 2, 7, 4096, (int) GIB),
                        new FakeCommunicator.Posted(send, 2, 7, 4096 + GIB, (int) GIB),
                        new FakeCommunicator.Posted(send, 2, 7, 4096 + 2 * GIB, 5)),
                mpi.posted);
        mpi.end(1, GIB);
        assertFalse(traffic.advance(handle));
        mpi.end(0, GIB);
        assertFalse(traffic.advance(handle));
        mpi.end(2, 5);
        assertTrue(traffic.advance(handle));
        IcclException ended = assertThrows(IcclException.class, () -> traffic.advance(handle));
        assertEquals(ResultCode.INTERNAL_ERROR, ended.code());
    }

    @Test
    void shouldNameBothLengthsOfAShortMessageAndGiveUpTheRest() {
        int handle = traffic.post(Pending.Kind.RECEIVE, 2, 7, 4096, GIB + 100);
        mpi.end(0, GIB);
        mpi.end(1, 60);
        IcclException failure = assertThrows(IcclException.class, () -> traffic.advance(handle));
        assertEquals(ResultCode.INVALID_USAGE, failure.code());
        assertEquals(2, failure.rank());
        String text = failure.describe();
        assertTrue(text.contains((GIB + 60) + " bytes") && text.contains((GIB + 100) + " bytes"), text);

        int shorter = traffic.post(Pending.Kind.RECEIVE, 2, 7, 4096, GIB + 100);
        mpi.end(2, 10);
        assertThrows(IcclException.class, () -> traffic.advance(shorter));
        assertEquals(List.of(3L), mpi.cancelled);
        assertFalse(traffic.isUnclean());
    }

    @Test
    void shouldTakeTheLengthOfALongMessageFromMpiWhereItTells() {
        int handle = traffic.post(Pending.Kind.RECEIVE, 3, 7, 4096, 60);
        mpi.fail(0, new MpiFailure(MpiFailure.Kind.TRUNCATED, "truncated", 100));
        IcclException failure = assertThrows(IcclException.class, () -> traffic.advance(handle));
        assertTrue(failure.describe().contains("rank 3 sent 100 bytes where rank 1 receives 60"), failure.describe());
    }

    @Test
    void shouldSayWhoIsGoneAndWhatWasDone() {
        int handle = traffic.post(Pending.Kind.SEND, 3, 7, 4096, 60);
        mpi.fail(0, MpiFailure.of("MPI_ERR_PROC_FAILED: Process Failure"));
        IcclException failure = assertThrows(IcclException.class, () -> traffic.advance(handle));
        assertEquals(ResultCode.REMOTE_ERROR, failure.code());
        assertEquals(3, failure.rank());
        assertTrue(failure.describe().contains("on rank 1 while sending 60 bytes to rank 3"), failure.describe());
    }

    @Test
    void shouldBeUncleanWhenASendCannotBeGivenUp() {
        int handle = traffic.post(Pending.Kind.SEND, 3, 7, 4096, 60);
        traffic.discard(handle);
        assertTrue(traffic.isUnclean());
        assertEquals(List.of(), mpi.cancelled);
    }

    private CollectiveCall call(Operation operation, long send, long recv) {
        ReductionOp op = operation.isReducing() ? ReductionOp.SUM : null;
        return new CollectiveCall(operation, send, recv, 8, Datatype.INT32, op, 1);
    }

    /** MPI wants all ranks in place or none; only at a root may one rank be. */
    @ParameterizedTest
    @EnumSource(
            value = Operation.class,
            names = {"ALL_REDUCE", "ALL_GATHER", "ALL_TO_ALL", "REDUCE_SCATTER"})
    void shouldNeverBeInPlaceWhereOnlyAllRanksMayBe(Operation operation) {
        long all = host.allocate(MemorySpace.HOST, 32 * SIZE);
        host.clear(all, 32 * SIZE);
        long own = all + 32;
        CollectiveCall call =
                switch (operation) {
                    case ALL_GATHER -> call(operation, own, all);
                    case REDUCE_SCATTER -> call(operation, all, own);
                    default -> call(operation, all, all);
                };
        int handle = traffic.start(call);
        CollectiveCall made = mpi.started.get(0);
        assertFalse(mpi.lastWasInPlaceAtRoot);
        boolean scattering = operation == Operation.REDUCE_SCATTER;
        long scratch = scattering ? made.recvAddress() : made.sendAddress();
        assertTrue(scratch < all || scratch >= all + 32 * SIZE, "the buffers still overlap");
        if (scattering) {
            host.view(scratch, 32).putInt(4, 4711);
        }
        mpi.end(0, 0);
        assertTrue(traffic.advance(handle));
        assertEquals(scattering ? 4711 : 0, host.view(own, 32).getInt(4));
        host.free(MemorySpace.HOST, all);
    }

    @Test
    void shouldBeInPlaceAtARoot() {
        traffic.start(call(Operation.REDUCE, 4096, 4096));
        assertTrue(mpi.lastWasInPlaceAtRoot);
        traffic.start(call(Operation.GATHER, 4096 + 32, 4096));
        assertTrue(mpi.lastWasInPlaceAtRoot);
        traffic.start(call(Operation.SCATTER, 4096, 4096 + 32));
        assertTrue(mpi.lastWasInPlaceAtRoot);
        traffic.start(call(Operation.SCATTER, 4096, 8192));
        assertFalse(mpi.lastWasInPlaceAtRoot);
    }

    @Test
    void shouldOfferWhatIsExactAndFitsAnInt() {
        assertTrue(traffic.offers(call(Operation.BARRIER, 0, 0)));
        assertTrue(traffic.offers(call(Operation.ALL_REDUCE, 4096, 8192)));
        assertFalse(
                traffic.offers(new CollectiveCall(Operation.ALL_REDUCE, 1, 1, 8, Datatype.INT32, ReductionOp.AVG, 0)));
        assertFalse(traffic.offers(
                new CollectiveCall(Operation.ALL_REDUCE, 1, 1, 8, Datatype.FLOAT32, ReductionOp.MAX, 0)));
        assertFalse(traffic.offers(new CollectiveCall(Operation.BROADCAST, 1, 1, 0, Datatype.INT32, null, 0)));
        assertTrue(traffic.offers(new CollectiveCall(Operation.BROADCAST, 1, 1, GIB, Datatype.INT8, null, 0)));
        assertFalse(traffic.offers(new CollectiveCall(Operation.BROADCAST, 1, 1, 2 * GIB, Datatype.INT8, null, 0)));
        assertFalse(traffic.offers(new CollectiveCall(Operation.ALL_GATHER, 1, 1, GIB, Datatype.INT8, null, 0)));
    }
}
