package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertRefused;
import static iccl.kernel.internal.LibraryRig.intsOf;
import static iccl.kernel.internal.LibraryRig.onEach;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.ResultCode;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SplitTest {
    private final LibraryRig rig = LibraryRig.withThreads();

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldOrderByKeyThenByRank() {
        onEach(rig.kernel.commInitAll(5), rank -> {
            // 0, 2, 4 and 1, 3; the evens in reverse.
            int color = rank.rank() % 2;
            Communicator part = Objects.requireNonNull(rank.split(color, color == 0 ? -rank.rank() : 7));
            assertEquals(color == 0 ? 3 : 2, part.size());
            Buffer mine = rig.ints(rank.rank());
            Buffer all = rig.kernel.memAlloc(part.size() * 4L);
            part.allGather(mine, all, 1, Datatype.INT32, null);
            assertEquals(color == 0 ? List.of(4, 2, 0) : List.of(1, 3), intsOf(all));
            part.close();
            rank.barrier(null);
        });
    }

    @Test
    void shouldGiveNothingToThoseWithoutColorAndStayInStep() {
        onEach(rig.kernel.commInitAll(3), rank -> {
            Communicator part = rank.split(rank.rank() == 1 ? Communicator.NO_COLOR : 3, 0);
            if (rank.rank() == 1) {
                assertNull(part);
            } else {
                assertEquals(2, Objects.requireNonNull(part).size());
                part.barrier(null);
            }
            Communicator again = Objects.requireNonNull(rank.split(0, -rank.rank()));
            assertEquals(2 - rank.rank(), again.rank());
            again.barrier(null);
        });
    }

    @Test
    void shouldKnowTheMachine() {
        onEach(rig.kernel.commInitAll(3), rank -> {
            assertEquals(rank.rank(), rank.localRank());
            assertEquals(3, rank.localSize());
            assertEquals("memory", rank.backend());
            assertEquals("checked", rank.platform());
        });
    }

    @Test
    void shouldRefuseOtherNegativeColors() {
        Communicator alone = rig.kernel.commInitAll(1).get(0);
        assertRefused(ResultCode.INVALID_ARGUMENT, () -> alone.split(-2, 0), "color = -2");
    }
}
