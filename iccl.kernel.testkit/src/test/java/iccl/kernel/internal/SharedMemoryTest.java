package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.intsOf;
import static iccl.kernel.internal.LibraryRig.onEach;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.memory.Windows;
import java.nio.ByteBuffer;
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

    /** What goes through the slots maps nobody's windows; what does not, does. */
    @Test
    void shouldGoThroughSlotsWhereOneBufferIsNoWindow() {
        try (LibraryRig rig = LibraryRig.withThreads()) {
            List<Communicator> ranks = rig.kernel.commInitAll(RANKS);
            long before = rig.memory.attachments();
            onEach(ranks, rank -> reduce(rig, rank, rank.rank() != 0));
            assertEquals(before, rig.memory.attachments(), "one buffer is no window");
            onEach(ranks, rank -> reduce(rig, rank, true));
            assertTrue(rig.memory.attachments() > before, "all buffers are windows");
            ranks.forEach(Communicator::close);
        }
    }

    /** Each rank would map what each other has: so many mappings the system does not give a process. */
    @Test
    void shouldSendMessagesAmongMoreRanksThanAProcessCanMap() {
        try (LibraryRig rig = LibraryRig.withThreads()) {
            List<Communicator> ranks = rig.kernel.commInitAll(129);
            String text = ranks.get(0).explain(Operation.BARRIER, 0, Datatype.UINT8, null);
            assertTrue(text.contains("they are more than 128 in one process"), text);
            onEach(ranks, rank -> rank.barrier(null));
            ranks.forEach(Communicator::close);
        }
    }

    /**
     * @param inWindow whether this rank sends from memory that others can map
     */
    private static void reduce(LibraryRig rig, Communicator rank, boolean inWindow) {
        Buffer recv = rig.kernel.memAlloc(Windows.SHORTEST_BYTES);
        Buffer send = filled(rig, rank.rank());
        ByteBuffer own = ByteBuffer.allocateDirect((int) Windows.SHORTEST_BYTES);
        own.put(send.asByteBuffer().duplicate().clear()).clear();
        rank.allReduce(inWindow ? send : rig.kernel.wrap(own), recv, COUNT, Datatype.INT32, ReductionOp.MAX, null);
        assertEquals(Collections.nCopies(COUNT, RANKS - 1), intsOf(recv));
        rig.kernel.memFree(send);
        rig.kernel.memFree(recv);
    }

    private static Buffer filled(LibraryRig rig, int value) {
        Buffer buffer = rig.kernel.memAlloc(Windows.SHORTEST_BYTES);
        for (int index = 0; index < COUNT; index++) {
            buffer.asByteBuffer().putInt(4 * index, value);
        }
        return buffer;
    }
}
