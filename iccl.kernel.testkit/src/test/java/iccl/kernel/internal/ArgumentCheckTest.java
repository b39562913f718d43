package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is wrong by itself is refused before anything is sent: the other rank never calls anything here. */
@Timeout(60)
@SuppressWarnings("NullAway") // What a program may give although it should not, is the subject.
class ArgumentCheckTest {
    private static final Datatype INT = Datatype.INT32;
    private static final ReductionOp SUM = ReductionOp.SUM;

    private final LibraryRig rig = LibraryRig.withThreads();
    private Communicator rank1;
    private Buffer four;
    private Buffer eight;

    @BeforeEach
    void open() {
        rank1 = rig.kernel.commInitAll(2).get(1);
        four = rig.kernel.memAlloc(16);
        eight = rig.kernel.memAlloc(32);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldRefuseNullBuffersOnlyWhenTheyAreNeeded() {
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.allReduce(null, four, 4, INT, SUM, null),
                "AllReduce",
                "rank 1 of threads1",
                "send is null");
        assertRefused(
                ResultCode.INVALID_ARGUMENT, () -> rank1.allReduce(four, null, 4, INT, SUM, null), "recv is null");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rank1.send(null, 1, INT, 0, null), "buffer is null");
        rank1.allReduce(null, null, 0, INT, SUM, null);
    }

    @Test
    void shouldNameOperationAndRankInTheException() {
        IcclException e =
                assertRefused(ResultCode.INVALID_ARGUMENT, () -> rank1.reduce(four, four, 4, INT, SUM, 2, null));
        assertEquals(Operation.REDUCE, e.operation());
        assertEquals(1, e.rank());
    }

    @Test
    void shouldCheckEverythingButBuffersForNothing() {
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rank1.broadcast(null, null, 0, null, 0, null), "type is null");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rank1.allReduce(null, null, 0, INT, null, null), "op is null");
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.gather(null, null, 0, INT, 2, null),
                "root = 2 is not a rank; they are 0 to 1");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rank1.recv(null, 0, INT, -1, null), "peer = -1");
    }

    @Test
    void shouldRefuseNegativeAndUncountableCounts() {
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.explain(Operation.ALL_GATHER, Long.MAX_VALUE / 2, INT, null),
                "AllGather",
                "more bytes than a long can count");
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.allGather(four, eight, -1, INT, null),
                "count = -1 is negative");
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.allGather(four, eight, Long.MAX_VALUE / 4, INT, null),
                "more bytes than a long can count");
    }

    @Test
    void shouldRefuseShortBuffersWithTheNumbers() {
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.allGather(four, four, 4, INT, null),
                "recv has 16 bytes, but 32 are needed for count = 4 of int32 on 2 ranks");
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.reduceScatter(four, eight, 4, INT, SUM, null),
                "send has 16 bytes, but 32");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rank1.send(four, 5, INT, 0, null), "buffer has 16 bytes");
    }

    @Test
    void shouldRefuseMisalignedAddresses() {
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.allReduce(eight.slice(2), four, 4, INT, SUM, null),
                "send begins at",
                "not aligned to the 4 bytes of int32");
    }

    @Test
    void shouldRefuseOverlapThatIsNotInPlace() {
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.allReduce(eight, eight.slice(4), 4, INT, SUM, null),
                "overlap",
                "in place means send == recv");
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.allGather(eight.slice(0, 16), eight, 4, INT, null),
                "recv + rank * count");
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.scatter(eight, eight.slice(0, 16), 4, INT, 1, null),
                "send + rank * count");
    }

    @Test
    void shouldRefuseMemoryThatWasGivenBack() {
        Buffer gone = rig.kernel.memAlloc(16);
        rig.kernel.memFree(gone);
        assertRefused(ResultCode.INVALID_USAGE, () -> rank1.allReduce(gone, four, 4, INT, SUM, null), "memFree");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rig.kernel.memFree(gone), "given back before");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rig.kernel.memFree(four.slice(0, 4)), "slice");
    }

    @Test
    void shouldRefuseBuffersOfOthers() {
        Buffer foreign = new ForeignBuffer();
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rank1.allReduce(foreign, four, 4, INT, SUM, null),
                "was not made by memAlloc or wrap");
    }

    @Test
    void shouldRefuseMessagesToItselfOutsideOfAGroup() {
        assertRefused(ResultCode.INVALID_USAGE, () -> rank1.send(four, 4, INT, 1, null), "one group");
    }

    @Test
    void shouldRefuseEverythingOnceClosedOrAborted() {
        rank1.abort();
        assertRefused(ResultCode.INVALID_USAGE, () -> rank1.barrier(null), "aborted");
        rank1.close();
        assertRefused(ResultCode.INVALID_USAGE, () -> rank1.split(0, 0));
        Communicator other = rig.kernel.commInitAll(1).get(0);
        other.close();
        other.close();
        assertRefused(ResultCode.INVALID_USAGE, () -> other.barrier(null), "closed");
    }

    @Test
    void shouldRefuseForeignAndClosedStreams() {
        var stream = rig.kernel.createStream();
        stream.close();
        assertRefused(ResultCode.INVALID_USAGE, () -> rank1.barrier(stream), "closed");
    }

    @Test
    void shouldCheckMemoryCalls() {
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rig.kernel.memAlloc(-1), "negative");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rig.kernel.wrap(ByteBuffer.allocate(8)), "heap");
        assertRefused(
                ResultCode.INVALID_ARGUMENT,
                () -> rig.kernel.wrap(ByteBuffer.allocateDirect(8).asReadOnlyBuffer()),
                "read-only");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rig.kernel.wrap(null), "null");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rig.kernel.wrap(0, 8), "no memory");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rig.kernel.wrap(4096, -1), "no memory");
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> four.slice(8, 9), "not inside");
        assertEquals(List.of(0, 0), LibraryRig.intsOf(four.slice(8)));
    }

    @Test
    void shouldTakeMemoryOfOthersByItsAddress() {
        four.asByteBuffer().putInt(4, 7);
        Buffer same = rig.kernel.wrap(four.address(), four.bytes());
        assertEquals(four.address(), same.address());
        assertEquals(List.of(0, 7, 0, 0), LibraryRig.intsOf(same));
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> rig.kernel.memFree(same), "no memory of memAlloc");
    }

    /** Another library's. */
    private static final class ForeignBuffer implements Buffer {
        @Override
        public long address() {
            return 4096;
        }

        @Override
        public long bytes() {
            return 4096;
        }

        @Override
        public MemorySpace space() {
            return MemorySpace.HOST;
        }

        @Override
        public Buffer slice(long offsetBytes, long bytes) {
            return this;
        }

        @Override
        public ByteBuffer asByteBuffer() {
            return ByteBuffer.allocateDirect(4096);
        }
    }
}
