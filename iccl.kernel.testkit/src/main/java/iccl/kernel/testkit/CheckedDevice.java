package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.port.Device;
import iccl.kernel.port.Platform;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A device for tests, beside a {@link CheckedMemory}, which notices when the host touches its memory. What is given to a
 * queue happens later: when somebody asks for it, sometimes, and at {@link #advance}.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class CheckedDevice implements Platform {
    private final CheckedMemory memory;
    private final String name;
    private final Random random;
    private final Map<Long, Deque<Runnable>> queues = new TreeMap<>();
    /** Whether the queue has come to the event. */
    private final Map<Long, Boolean> events = new TreeMap<>();

    private long lastNumber;

    public CheckedDevice(CheckedMemory memory, String name, long seed) {
        this.memory = memory;
        this.name = name;
        this.random = new Random(seed);
        queues.put(DEFAULT_QUEUE, new ArrayDeque<>());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public List<Device> devices() {
        return List.of(new Device(0, "checked device", Integer.MAX_VALUE, ""));
    }

    @Override
    public void select(int device) {
        if (device != 0) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "there is device 0 only, not " + device);
        }
    }

    @Override
    public @Nullable MemorySpace spaceOf(long address) {
        MemorySpace space = memory.spaceOf(address);
        return space == MemorySpace.HOST ? null : space;
    }

    @Override
    public long allocate(MemorySpace space, long bytes) {
        return memory.allocate(space, bytes);
    }

    @Override
    public void free(MemorySpace space, long address) {
        memory.free(space, address);
    }

    @Override
    public void clear(long address, long bytes) {
        long zeros = memory.allocate(MemorySpace.HOST, bytes);
        memory.clear(zeros, bytes);
        memory.transfer(address, zeros, bytes);
        memory.free(MemorySpace.HOST, zeros);
    }

    @Override
    public void copy(long to, long from, long bytes) {
        memory.transfer(to, from, bytes);
    }

    @Override
    public synchronized void copyAsync(long to, long from, long bytes, long queue) {
        queue(queue).add(() -> memory.transfer(to, from, bytes));
    }

    @Override
    public synchronized long createQueue() {
        queues.put(++lastNumber, new ArrayDeque<>());
        return lastNumber;
    }

    @Override
    public synchronized void destroyQueue(long queue) {
        if (!queue(queue).isEmpty()) {
            throw new AssertionError("queue " + queue + " is destroyed while it has work");
        }
        queues.remove(queue);
    }

    @Override
    public synchronized boolean queueIsIdle(long queue) {
        work();
        return queue(queue).isEmpty();
    }

    @Override
    public synchronized long createEvent() {
        events.put(++lastNumber, true);
        return lastNumber;
    }

    @Override
    public synchronized void destroyEvent(long event) {
        isReached(event);
        events.remove(event);
    }

    @Override
    public synchronized void recordEvent(long event, long queue) {
        isReached(event);
        events.put(event, false);
        queue(queue).add(() -> events.replace(event, true));
    }

    @Override
    public synchronized boolean eventIsDone(long event) {
        work();
        return isReached(event);
    }

    @Override
    public synchronized void queueWaits(long queue, long event) {
        throw new UnsupportedOperationException("nobody needs it yet");
    }

    private Deque<Runnable> queue(long number) {
        Deque<Runnable> queue = queues.get(number);
        if (queue == null) {
            throw new AssertionError("there is no queue " + number + ", or no more");
        }
        return queue;
    }

    private boolean isReached(long event) {
        Boolean reached = events.get(event);
        if (reached == null) {
            throw new AssertionError("there is no event " + event + ", or no more");
        }
        return reached;
    }

    /** Asking takes time, in which something may happen. */
    private void work() {
        if (random.nextBoolean()) {
            advance();
        }
    }

    /** Does a piece of some queue's work; false when there is none. */
    public synchronized boolean advance() {
        List<Deque<Runnable>> busy = new ArrayList<>(queues.values());
        busy.removeIf(Deque::isEmpty);
        if (busy.isEmpty()) {
            return false;
        }
        busy.get(random.nextInt(busy.size())).remove().run();
        return true;
    }

    /** Fails when a queue or an event was not given back. */
    public synchronized void assertNothingLeaked() {
        if (queues.size() > 1 || !events.isEmpty()) {
            throw new AssertionError("not given back: queues " + queues.keySet() + ", events " + events.keySet());
        }
    }
}
