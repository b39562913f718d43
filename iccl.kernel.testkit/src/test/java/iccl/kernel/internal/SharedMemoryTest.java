package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.intsOf;
import static iccl.kernel.internal.LibraryRig.onEach;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.internal.memory.Windows;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Ranks that work on each other's windows: these come, go, and come again elsewhere. */
@Timeout(60)
class SharedMemoryTest {
    private static final int RANKS = 3;
    private static final int ROUNDS = 5;
    private static final int COUNT = (int) Windows.SHORTEST_BYTES / Integer.BYTES;

    @Test
    void shouldFollowWindowsThatAreGivenBackAndMadeAnew() {
        try (LibraryRig rig = LibraryRig.withThreads()) {
            List<Communicator> ranks = rig.kernel.commInitAll(RANKS);
            onEach(ranks, rank -> {
                for (int round = 0; round < ROUNDS; round++) {
                    Buffer send = filled(rig, 10 * round + rank.rank());
                    Buffer recv = rig.kernel.memAlloc(Windows.SHORTEST_BYTES);
                    rank.allReduce(send, recv, COUNT, Datatype.INT32, ReductionOp.SUM, null);
                    assertEquals(Collections.nCopies(COUNT, 3 * 10 * round + 3), intsOf(recv));
                    rig.kernel.memFree(send);
                    rig.kernel.memFree(recv);
                }
            });
            ranks.forEach(Communicator::close);
        }
    }

    @Test
    void shouldGoThroughSlotsWhereOneBufferIsNoWindow() {
        try (LibraryRig rig = LibraryRig.withThreads()) {
            List<Communicator> ranks = rig.kernel.commInitAll(RANKS);
            onEach(ranks, rank -> {
                Buffer recv = rig.kernel.memAlloc(Windows.SHORTEST_BYTES + 4);
                // One element fewer than a window holds.
                int count = rank.rank() == 0 ? COUNT - 1 : COUNT;
                Buffer send = rig.kernel.memAlloc(4L * count);
                for (int index = 0; index < COUNT - 1; index++) {
                    send.asByteBuffer().putInt(4 * index, rank.rank() + index);
                }
                rank.allReduce(send, recv, COUNT - 1, Datatype.INT32, ReductionOp.MAX, null);
                List<Integer> results = intsOf(recv);
                for (int index = 0; index < COUNT - 1; index++) {
                    assertEquals(RANKS - 1 + index, results.get(index));
                }
                assertTrue(results.size() > COUNT);
            });
            ranks.forEach(Communicator::close);
        }
    }

    private static Buffer filled(LibraryRig rig, int value) {
        Buffer buffer = rig.kernel.memAlloc(Windows.SHORTEST_BYTES);
        for (int index = 0; index < COUNT; index++) {
            buffer.asByteBuffer().putInt(4 * index, value);
        }
        return buffer;
    }
}
