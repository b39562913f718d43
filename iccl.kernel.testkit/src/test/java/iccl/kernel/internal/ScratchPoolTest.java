package iccl.kernel.internal;

import static iccl.kernel.internal.LibraryRig.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.ResultCode;
import iccl.kernel.internal.memory.ScratchPool;
import iccl.kernel.testkit.CheckedMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScratchPoolTest {
    private static final long LIMIT = 64 << 10;

    private final CheckedMemory memory = new CheckedMemory();
    private final ScratchPool pool = new ScratchPool(memory, LIMIT);

    @AfterEach
    void close() {
        pool.close();
        pool.close();
        memory.assertNothingLeaked();
    }

    @Test
    void shouldUseABlockAgain() {
        long first = pool.take(100);
        assertEquals(0, first % 64);
        pool.give(first);
        assertEquals(first, pool.take(4096));
        assertEquals(0, pool.take(0));
        pool.give(0);
    }

    @Test
    void shouldKeepNoMoreThanTheLimit() {
        long large = pool.take(4 * LIMIT);
        long small = pool.take(1);
        pool.give(large);
        pool.give(small);
        assertTrue(memory.allocatedBytes() <= LIMIT, () -> memory.allocatedBytes() + " bytes kept");
    }

    @Test
    void shouldMakeRoomForOtherSizes() {
        for (long bytes = 4096; bytes <= LIMIT; bytes *= 2) {
            pool.give(pool.take(bytes));
        }
        assertTrue(memory.allocatedBytes() <= LIMIT, () -> memory.allocatedBytes() + " bytes kept");
        assertEquals(memory.allocatedBytes(), pool.totalBytes());
    }

    @Test
    void shouldGiveBackWhatNobodyGave() {
        pool.take(1);
        pool.take(100_000);
    }

    @Test
    void shouldRefuseWhatWasNotTaken() {
        assertRefused(ResultCode.INTERNAL_ERROR, () -> pool.give(64), "no scratch that was taken");
    }
}
