package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.DeviceMover;
import iccl.kernel.internal.collective.Patience;
import iccl.kernel.internal.collective.Scratch;
import iccl.kernel.internal.collective.Stager;
import iccl.kernel.internal.memory.ScratchPool;
import iccl.kernel.internal.progress.Backoff;
import iccl.kernel.internal.progress.BoundedWait;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Copies on a device that machines wait for, and what becomes of their memory when the device does not answer. */
@Timeout(60)
class DeviceMoverTest {
    private static final long BYTES = 100;

    private final CheckedMemory memory = new CheckedMemory();
    private final CheckedDevice device = new CheckedDevice(memory, "checked", 42);
    private final Stager stager = new Stager(device, 0);
    // Of no size: what is given is freed at once.
    private final ScratchPool pool = ScratchPool.onDevice(device, 0, 0);

    @AfterEach
    void close() {
        while (device.advance()) {
            // What the queues still have comes to its end.
        }
        assertTrue(stager.isIdle());
        stager.close();
        pool.close();
        device.assertNothingLeaked();
        memory.assertNothingLeaked();
    }

    private static Patience patience(long limitNs) {
        return new BoundedWait(new Backoff(true, false), limitNs, () -> null);
    }

    @Test
    void shouldCopyAndGiveItsMemoryBack() {
        DeviceMover mover = new DeviceMover(stager, patience(TimeUnit.SECONDS.toNanos(30)));
        Scratch scratch = mover.keeping(pool);
        long from = scratch.take(BYTES);
        long to = scratch.take(BYTES);
        memory.viewAnywhere(from, BYTES).putLong(0, 42);
        mover.copy(to, from, BYTES);
        assertEquals(42, memory.viewAnywhere(to, BYTES).getLong(0));
        scratch.give(from);
        scratch.give(to);
        assertEquals(0, memory.allocatedBytes());
    }

    /** The device gets to the copy long after nobody waits for it. */
    @Test
    void shouldKeepWhatACopyMayStillWrite() {
        DeviceMover mover = new DeviceMover(stager, (isDone, what) -> {
            throw new IcclException(ResultCode.TIMEOUT, "waited for " + what);
        });
        Scratch scratch = mover.keeping(pool);
        long from = scratch.take(BYTES);
        long to = scratch.take(BYTES);
        memory.viewAnywhere(from, BYTES).putLong(0, 42);
        IcclException failure = assertThrows(IcclException.class, () -> mover.copy(to, from, BYTES));
        assertEquals("waited for a copy of 100 bytes on checked device 0", failure.getMessage());
        scratch.give(from);
        scratch.give(to);
        // Asking may let the device do a piece of work; the copy and its event are two.
        assertFalse(stager.isIdle(), "the copy has still to come");
        while (device.advance()) {
            // And comes.
        }
        assertEquals(42, memory.viewAnywhere(to, BYTES).getLong(0));
    }

    @Test
    void shouldWaitNoLongerThanItsLimit() {
        Patience patience = patience(TimeUnit.MILLISECONDS.toNanos(2));
        IcclException failure =
                assertThrows(IcclException.class, () -> patience.await(() -> false, "the end of the world"));
        assertEquals(ResultCode.TIMEOUT, failure.code());
        String text = String.valueOf(failure.getMessage());
        assertTrue(text.startsWith("waited 2 ms, and no longer, for the end of the world; "), text);
    }

    @Test
    void shouldWaitNoLongerOnceEverythingHasFailed() {
        IcclException why = new IcclException(ResultCode.REMOTE_ERROR, "rank 3 has gone");
        Patience patience = new BoundedWait(new Backoff(true, false), TimeUnit.MINUTES.toNanos(10), () -> why);
        assertSame(why, assertThrows(IcclException.class, () -> patience.await(() -> false, "the end of the world")));
    }

    @Test
    void shouldEndItsWaitWhenItsThreadIsInterrupted() {
        Thread.currentThread().interrupt();
        IcclException failure = assertThrows(IcclException.class, () -> patience(TimeUnit.MINUTES.toNanos(10))
                .await(() -> false, "the end of the world"));
        assertTrue(Thread.interrupted());
        assertEquals(ResultCode.SYSTEM_ERROR, failure.code());
    }
}
