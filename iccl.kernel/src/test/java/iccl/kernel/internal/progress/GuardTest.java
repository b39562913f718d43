package iccl.kernel.internal.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GuardTest {
    private static final int ENOUGH = 1000;

    private final AtomicInteger fences = new AtomicInteger();
    private final Guard guard = new Guard(this::fence);
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    /** At a safepoint every thread has passed a fence. */
    private boolean fence() {
        Thread.getAllStackTraces();
        fences.incrementAndGet();
        return true;
    }

    @AfterEach
    void stop() {
        other.shutdownNow();
    }

    private <T> T elsewhere(Callable<T> work) throws Exception {
        return other.submit(work).get(30, TimeUnit.SECONDS);
    }

    private void comeOften(Guard to) {
        for (int i = 0; i < ENOUGH; i++) {
            assertTrue(to.tryLock());
            to.unlock();
        }
    }

    @Test
    void shouldKeepOthersOutWhileAThreadIsInside() throws Exception {
        assertTrue(guard.tryLock());
        assertTrue(guard.isLocked());
        assertFalse(elsewhere(guard::tryLock));
        guard.unlock();
        assertFalse(guard.isLocked());
        assertTrue(elsewhere(guard::tryLock));
    }

    @Test
    void shouldKeepOthersOutWhileTheRegularIsInside() throws Exception {
        comeOften(guard);
        assertTrue(guard.tryLock());
        assertTrue(guard.isLocked());
        assertFalse(elsewhere(guard::tryLock));
        assertFalse(elsewhere(() -> guard.within(TimeUnit.MILLISECONDS.toNanos(20), () -> {})));
        guard.unlock();
        assertFalse(guard.isLocked());
        assertTrue(elsewhere(guard::tryLock));
        assertFalse(guard.tryLock());
    }

    @Test
    void shouldLetAnotherWaitUntilTheRegularHasLeft() throws Exception {
        comeOften(guard);
        assertTrue(guard.tryLock());
        CountDownLatch inside = new CountDownLatch(1);
        Future<?> waits = other.submit(() -> {
            guard.lock();
            inside.countDown();
            guard.unlock();
        });
        assertFalse(inside.await(20, TimeUnit.MILLISECONDS));
        guard.unlock();
        waits.get(30, TimeUnit.SECONDS);
        assertTrue(guard.tryLock());
        guard.unlock();
    }

    @Test
    void shouldLetTheThreadInsideEnterAgain() throws Exception {
        for (int i = 0; i < ENOUGH; i++) {
            assertTrue(guard.tryLock());
            guard.lock();
            assertTrue(guard.within(0, () -> {}));
            guard.unlock();
            assertTrue(guard.isLocked());
            guard.unlock();
            assertFalse(guard.isLocked());
        }
        assertTrue(guard.tryLock());
        assertFalse(elsewhere(guard::tryLock)); // the regular is dismissed while it is inside
        guard.lock();
        guard.unlock();
        assertFalse(elsewhere(guard::tryLock));
        guard.unlock();
        assertTrue(elsewhere(guard::tryLock));
    }

    @Test
    void shouldNeedFencesOnlyWhenTheRegularChanges() throws Exception {
        comeOften(guard);
        int before = fences.get();
        comeOften(guard);
        assertEquals(before, fences.get());
        elsewhere(() -> {
            comeOften(guard);
            return null;
        });
        assertTrue(fences.get() > before);
    }

    @Test
    void shouldDoWithoutAShortWayWhereThereAreNoFences() throws Exception {
        Guard plain = new Guard(() -> false);
        comeOften(plain);
        assertTrue(plain.tryLock());
        assertFalse(elsewhere(plain::tryLock));
        plain.unlock();
        assertTrue(elsewhere(plain::tryLock));
    }

    @Test
    void shouldStayInterruptedWhoWaited() throws Exception {
        assertTrue(elsewhere(guard::tryLock));
        Thread.currentThread().interrupt();
        assertFalse(guard.within(TimeUnit.MILLISECONDS.toNanos(5), () -> {}));
        assertTrue(Thread.interrupted());
    }

    private static final class Shared {
        private long count; // plain: the guard is what makes it right
    }

    /** Early in a guard's life a thread gets the short way soon: so many guards, and all threads come often. */
    @Test
    void shouldNeverLetTwoInside() throws Exception {
        meet(() -> new Guard(this::fence), TimeUnit.SECONDS.toNanos(3));
    }

    private static void meet(Supplier<Guard> guards, long forNs) throws Exception {
        long end = System.nanoTime() + forNs;
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            while (System.nanoTime() < end) {
                Guard fresh = guards.get();
                Shared shared = new Shared();
                List<Future<Long>> entries = new ArrayList<>();
                for (int thread = 0; thread < 3; thread++) {
                    entries.add(threads.submit(() -> enterOften(fresh, shared)));
                }
                long sum = 0;
                for (Future<Long> each : entries) {
                    sum += each.get(30, TimeUnit.SECONDS);
                }
                assertEquals(sum, shared.count);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static long enterOften(Guard guard, Shared shared) {
        long entries = 0;
        for (int tries = 0; tries < 5000; tries++) {
            if (guard.tryLock()) {
                shared.count++;
                entries++;
                guard.unlock();
            }
        }
        return entries;
    }

    /** Who was inside when it was dismissed is known to be, until it leaves; then it takes the lock like all others. */
    @Test
    void shouldGiveTheShortWayToOneAfterAnother() throws Exception {
        comeOften(guard);
        assertTrue(guard.tryLock());
        assertFalse(elsewhere(guard::tryLock));
        guard.unlock();
        elsewhere(() -> {
            comeOften(guard);
            return guard.tryLock();
        });
        assertFalse(guard.tryLock());
        assertTrue(guard.isLocked());
        elsewhere(() -> {
            guard.unlock();
            return true;
        });
        assertFalse(guard.isLocked());
        assertTrue(guard.tryLock());
    }

    /** Such as in a process that has shut itself in meanwhile. */
    @Test
    void shouldKeepItsWordWhenThereAreNoFencesAnyMore() throws Exception {
        AtomicBoolean isThere = new AtomicBoolean(true);
        Guard fragile = new Guard(isThere::get);
        comeOften(fragile);
        isThere.set(false);
        assertTrue(fragile.tryLock());
        assertFalse(elsewhere(fragile::tryLock)); // the regular is dismissed while it is inside
        fragile.unlock();
        assertTrue(elsewhere(fragile::tryLock));
        assertFalse(fragile.tryLock());
        elsewhere(() -> {
            fragile.unlock();
            return null;
        });
        comeOften(fragile);
    }

    @Test
    void shouldNeverLetTwoInsideWhereFencesFailNowAndThen() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        meet(() -> new Guard(() -> asked.incrementAndGet() % 3 == 1 && fence()), TimeUnit.SECONDS.toNanos(1));
    }
}
