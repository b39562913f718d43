package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.MemorySpace;
import iccl.kernel.port.Device;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every {@link Platform} promises. A platform's test extends it and names the platform and its spaces. */
@Timeout(60)
public abstract class PlatformContractTest {
    private static final long BYTES = (3L << 20) + 5;

    protected abstract Platform platform();

    /** The host, to look at results with. */
    protected abstract HostPlatform host();

    /** The spaces that the platform allocates in. */
    protected abstract List<MemorySpace> spaces();

    @Test
    void shouldNameItself() {
        assertTrue(platform().name().matches("[a-z]+"), platform().name());
        assertFalse(platform().version().isBlank());
    }

    @Test
    void shouldListItsDevicesInOrder() {
        List<Device> devices = platform().devices();
        assertFalse(devices.isEmpty(), "a platform that is available has a device");
        for (int i = 0; i < devices.size(); i++) {
            assertEquals(i, devices.get(i).index());
            assertFalse(devices.get(i).name().isBlank());
            assertTrue(devices.get(i).memoryBytes() > 0, devices.get(i) + " has no memory");
            platform().select(i);
        }
        platform().select(0);
    }

    @Test
    void shouldAllocateAlignedMemoryInEverySpace() {
        for (MemorySpace space : spaces()) {
            for (long bytes : new long[] {1, 4095, 4096, BYTES}) {
                long first = platform().allocate(space, bytes);
                long second = platform().allocate(space, bytes);
                assertNotEquals(0, first);
                assertTrue(Math.abs(first - second) >= bytes, "two allocations overlap");
                if (space != MemorySpace.DEVICE) {
                    assertEquals(0, first % 4096, space + " memory is aligned");
                }
                assertEquals(space, platform().spaceOf(first));
                platform().free(space, first);
                platform().free(space, second);
            }
        }
    }

    @Test
    void shouldGiveMemoryBack() {
        long big = 256L << 20;
        for (MemorySpace space : spaces()) {
            for (int i = 0; i < 300; i++) {
                platform().free(space, platform().allocate(space, big));
            }
        }
    }

    @Test
    void shouldCopyBetweenAllSpaces() {
        for (MemorySpace from : spaces()) {
            for (MemorySpace to : spaces()) {
                long source = platform().allocate(from, BYTES);
                long target = platform().allocate(to, BYTES);
                long in = pattern(4 + spaces().indexOf(to));
                long out = host().allocate(MemorySpace.HOST, BYTES);
                platform().copy(source, in, BYTES);
                platform().copy(target, source, BYTES);
                platform().copy(out, target, BYTES);
                assertSame(in, out, from + " to " + to);
                platform().copy(out, target, 0);
                platform().free(from, source);
                platform().free(to, target);
                host().free(MemorySpace.HOST, in);
                host().free(MemorySpace.HOST, out);
            }
        }
    }

    @Test
    void shouldCopyInTheOrderOfAQueue() {
        for (MemorySpace space : spaces()) {
            long queue = platform().createQueue();
            long memory = platform().allocate(space, BYTES);
            long first = pattern(1);
            long second = pattern(2);
            long out = host().allocate(MemorySpace.HOST, BYTES);
            platform().copyAsync(memory, first, BYTES, queue);
            platform().copyAsync(memory, second, BYTES, queue);
            platform().copyAsync(out, memory, BYTES, queue);
            eventually("the queue is idle", () -> platform().queueIsIdle(queue));
            assertSame(second, out, "the later copy wins");
            platform().destroyQueue(queue);
            host().free(MemorySpace.HOST, first);
            host().free(MemorySpace.HOST, second);
            host().free(MemorySpace.HOST, out);
            platform().free(space, memory);
        }
    }

    @Test
    void shouldOrderQueuesByEvents() {
        for (MemorySpace space : spaces()) {
            long producer = platform().createQueue();
            long consumer = platform().createQueue();
            long event = platform().createEvent();
            long memory = platform().allocate(space, BYTES);
            long in = pattern(3);
            long out = host().allocate(MemorySpace.HOST, BYTES);
            for (int round = 0; round < 20; round++) {
                host().clear(out, BYTES);
                platform().copyAsync(memory, in, BYTES, producer);
                platform().recordEvent(event, producer);
                platform().queueWaits(consumer, event);
                platform().copyAsync(out, memory, BYTES, consumer);
                eventually("the event is done", () -> platform().eventIsDone(event));
                eventually("the consumer is idle", () -> platform().queueIsIdle(consumer));
                assertSame(in, out, "round " + round);
            }
            platform().destroyEvent(event);
            platform().destroyQueue(producer);
            platform().destroyQueue(consumer);
            host().free(MemorySpace.HOST, in);
            host().free(MemorySpace.HOST, out);
            platform().free(space, memory);
        }
    }

    /** Whoever works with memory without asking its queues must find there what a call without a queue has put there. */
    @Test
    void shouldHaveDoneWhatACallWithoutAQueueDoes() {
        for (MemorySpace space : spaces()) {
            long queue = platform().createQueue();
            long first = platform().allocate(space, BYTES);
            long second = platform().allocate(space, BYTES);
            long in = pattern(7);
            long zeros = host().allocate(MemorySpace.HOST, BYTES);
            long out = host().allocate(MemorySpace.HOST, BYTES);
            for (int round = 0; round < 5; round++) {
                platform().copy(first, in, BYTES);
                read(out, first, queue);
                assertSame(in, out, space + ", copied from the host");
                platform().copy(second, first, BYTES);
                read(out, second, queue);
                assertSame(in, out, space + ", copied within");
                platform().clear(second, BYTES);
                read(out, second, queue);
                assertSame(zeros, out, space + ", cleared");
            }
            platform().destroyQueue(queue);
            host().free(MemorySpace.HOST, in);
            host().free(MemorySpace.HOST, zeros);
            host().free(MemorySpace.HOST, out);
            platform().free(space, first);
            platform().free(space, second);
        }
    }

    private void read(long to, long from, long queue) {
        platform().copyAsync(to, from, BYTES, queue);
        eventually("the queue is idle", () -> platform().queueIsIdle(queue));
    }

    @Test
    void shouldOrderWhatHasNoQueueByEvents() {
        for (MemorySpace space : spaces()) {
            long consumer = platform().createQueue();
            long event = platform().createEvent();
            long memory = platform().allocate(space, BYTES);
            long in = pattern(8);
            long out = host().allocate(MemorySpace.HOST, BYTES);
            platform().copyAsync(memory, in, BYTES, Platform.DEFAULT_QUEUE);
            platform().recordEvent(event, Platform.DEFAULT_QUEUE);
            platform().queueWaits(consumer, event);
            platform().copyAsync(out, memory, BYTES, consumer);
            eventually("the event is done", () -> platform().eventIsDone(event));
            eventually("the default queue is idle", () -> platform().queueIsIdle(Platform.DEFAULT_QUEUE));
            eventually("the consumer is idle", () -> platform().queueIsIdle(consumer));
            assertSame(in, out, space + " memory, written by the default queue");
            platform().destroyEvent(event);
            platform().destroyQueue(consumer);
            host().free(MemorySpace.HOST, in);
            host().free(MemorySpace.HOST, out);
            platform().free(space, memory);
        }
    }

    @Test
    void shouldHaveAnIdleQueueAtFirst() {
        long queue = platform().createQueue();
        assertTrue(platform().queueIsIdle(queue));
        platform().destroyQueue(queue);
    }

    @Test
    void shouldClearMemory() {
        long zeros = host().allocate(MemorySpace.HOST, BYTES);
        host().clear(zeros, BYTES);
        for (MemorySpace space : spaces()) {
            long memory = platform().allocate(space, BYTES);
            long out = pattern(5);
            platform().copy(memory, out, BYTES);
            platform().clear(memory, BYTES);
            platform().copy(out, memory, BYTES);
            assertSame(zeros, out, space + " memory was cleared");
            platform().free(space, memory);
            host().free(MemorySpace.HOST, out);
        }
        host().free(MemorySpace.HOST, zeros);
    }

    @Test
    void shouldCallTheHostInTheOrderOfAQueue() {
        if (!platform().callsHost()) {
            return;
        }
        for (MemorySpace space : spaces()) {
            long queue = platform().createQueue();
            long memory = platform().allocate(space, BYTES);
            long in = pattern(6);
            long out = host().allocate(MemorySpace.HOST, BYTES);
            AtomicInteger wrongByte = new AtomicInteger(Integer.MAX_VALUE);
            platform().copyAsync(memory, in, BYTES, queue);
            platform().copyAsync(out, memory, BYTES, queue);
            platform()
                    .callHost(queue, () -> wrongByte.set(host().view(out, BYTES).mismatch(host().view(in, BYTES))));
            eventually("the host was called", () -> wrongByte.get() != Integer.MAX_VALUE);
            assertEquals(-1, wrongByte.get(), "the host was called after the copies");
            eventually("the queue is idle", () -> platform().queueIsIdle(queue));
            platform().destroyQueue(queue);
            host().free(MemorySpace.HOST, in);
            host().free(MemorySpace.HOST, out);
            platform().free(space, memory);
        }
    }

    private long pattern(int seed) {
        long address = host().allocate(MemorySpace.HOST, BYTES);
        ByteBuffer view = host().view(address, BYTES);
        for (int i = 0; i < BYTES; i++) {
            view.put(i, (byte) (i * 31 + i / 256 + seed * 77));
        }
        return address;
    }

    private void assertSame(long expected, long actual, String what) {
        int at = host().view(actual, BYTES).mismatch(host().view(expected, BYTES));
        assertEquals(-1, at, what + ": the first wrong byte");
    }

    private static void eventually(String what, BooleanSupplier question) {
        long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (!question.getAsBoolean()) {
            assertTrue(System.nanoTime() < deadline, what + ": not within 10 s");
            Thread.onSpinWait();
        }
    }
}
