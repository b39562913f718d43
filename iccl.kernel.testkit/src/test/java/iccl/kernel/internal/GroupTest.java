package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertRefused;
import static iccl.kernel.internal.LibraryRig.intsOf;
import static iccl.kernel.internal.LibraryRig.onEach;
import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.api.Stream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GroupTest {
    private static final Datatype INT = Datatype.INT32;

    private final LibraryRig rig = LibraryRig.withThreads();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldRunAllCommunicatorsOfOneThread() {
        List<Communicator> ranks = rig.kernel.commInitAll(3);
        List<Buffer> buffers = new ArrayList<>();
        rig.kernel.groupStart();
        for (Communicator rank : ranks) {
            Buffer buffer = rig.ints(rank.rank() + 1, 10);
            buffers.add(buffer);
            rank.allReduce(buffer, buffer, 2, INT, ReductionOp.SUM, null);
        }
        rig.kernel.groupEnd();
        for (Buffer buffer : buffers) {
            assertEquals(List.of(6, 30), intsOf(buffer));
        }
    }

    @Test
    void shouldRunSendsAndReceivesThatNeedEachOther() {
        onEach(rig.kernel.commInitAll(4), rank -> {
            Buffer mine = rig.ints(100 + rank.rank());
            Buffer theirs = rig.ints(-1);
            int next = (rank.rank() + 1) % 4;
            int previous = (rank.rank() + 3) % 4;
            rig.kernel.groupStart();
            rank.recv(theirs, 1, INT, previous, null);
            rank.send(mine, 1, INT, next, null);
            rig.kernel.groupEnd();
            assertEquals(List.of(100 + previous), intsOf(theirs));
        });
    }

    @Test
    void shouldSendToItself() {
        Communicator alone = rig.kernel.commInitAll(1).get(0);
        Buffer from = rig.ints(7, 8);
        Buffer to = rig.ints(0, 0);
        rig.kernel.groupStart();
        alone.send(from, 2, INT, 0, null);
        alone.recv(to, 2, INT, 0, null);
        rig.kernel.groupEnd();
        assertEquals(List.of(7, 8), intsOf(to));
    }

    @Test
    void shouldKeepTheOrderOfMessagesOfOnePeer() {
        onEach(rig.kernel.commInitAll(2), rank -> {
            Buffer many = rig.ints(1, 2, 3, 4, 5);
            rig.kernel.groupStart();
            for (int index = 0; index < 5; index++) {
                Buffer one = many.slice(index * 4L, 4);
                if (rank.rank() == 0) {
                    rank.send(one, 1, INT, 1, null);
                } else {
                    one.asByteBuffer().putInt(0, 0);
                    rank.recv(one, 1, INT, 0, null);
                }
            }
            rig.kernel.groupEnd();
            assertEquals(List.of(1, 2, 3, 4, 5), intsOf(many));
        });
    }

    @Test
    void shouldRunOnlyAtTheOutermostEnd() {
        Communicator alone = rig.kernel.commInitAll(1).get(0);
        Buffer from = rig.ints(7);
        Buffer to = rig.ints(0);
        rig.kernel.groupStart();
        rig.kernel.groupStart();
        alone.allGather(from, to, 1, INT, null);
        rig.kernel.groupEnd();
        assertEquals(List.of(0), intsOf(to));
        rig.kernel.groupEnd();
        assertEquals(List.of(7), intsOf(to));
    }

    @Test
    void shouldRunStreamsAndThisThreadAtTheSameTime() {
        onEach(rig.kernel.commInitAll(2), rank -> {
            try (Stream stream = rig.kernel.createStream()) {
                Buffer first = rig.ints(rank.rank());
                Buffer second = rig.ints(rank.rank());
                rig.kernel.groupStart();
                // Opposite places on the two ranks: each part needs the other's progress.
                rank.allReduce(first, first, 1, INT, ReductionOp.MAX, rank.rank() == 0 ? stream : null);
                rank.allReduce(second, second, 1, INT, ReductionOp.MAX, rank.rank() == 0 ? null : stream);
                rig.kernel.groupEnd();
                stream.synchronize();
                assertEquals(List.of(1), intsOf(first));
                assertEquals(List.of(1), intsOf(second));
            }
        });
    }

    @Test
    void shouldRefuseAnEndWithoutAStart() {
        assertRefused(ResultCode.INVALID_USAGE, rig.kernel::groupEnd, "groupEnd without groupStart");
    }

    @Test
    void shouldRunNothingWhenOneOperationWasRefused() {
        Communicator alone = rig.kernel.commInitAll(1).get(0);
        Buffer to = rig.ints(0);
        rig.kernel.groupStart();
        alone.allGather(rig.ints(7), to, 1, INT, null);
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> alone.barrier(new ForeignStream()), "createStream");
        assertRefused(ResultCode.INVALID_USAGE, rig.kernel::groupEnd, "nothing of the group was run", "createStream");
        assertEquals(List.of(0), intsOf(to));
        alone.barrier(null);
    }

    @Test
    void shouldRefuseSplitAndCloseInside() {
        Communicator alone = rig.kernel.commInitAll(1).get(0);
        rig.kernel.groupStart();
        assertRefused(ResultCode.INVALID_USAGE, () -> alone.split(0, 0), "split");
        assertRefused(ResultCode.INVALID_USAGE, alone::close, "close");
        rig.kernel.groupEnd();
        alone.close();
    }

    /** Another library's. */
    private static final class ForeignStream implements Stream {
        @Override
        public void synchronize() {}

        @Override
        public boolean query() {
            return true;
        }

        @Override
        public void close() {}
    }
}
