package iccl.kernel.testkit;

import iccl.kernel.port.Platform;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Queues and events of a {@link CheckedMemory}, where all is done at once: what is left to check is that those exist that are
 * used, and that they are given back.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class CheckedQueues {
    private final AtomicLong nextNumber = new AtomicLong(1);
    private final Set<Long> queues = ConcurrentHashMap.newKeySet();
    private final Set<Long> events = ConcurrentHashMap.newKeySet();

    long createQueue() {
        return created(queues);
    }

    void destroyQueue(long queue) {
        requireAlive(queues, queue, "queue");
        queues.remove(queue);
    }

    void requireQueue(long queue) {
        if (queue != Platform.DEFAULT_QUEUE) {
            requireAlive(queues, queue, "queue");
        }
    }

    long createEvent() {
        return created(events);
    }

    void destroyEvent(long event) {
        requireEvent(event);
        events.remove(event);
    }

    void requireEvent(long event) {
        requireAlive(events, event, "event");
    }

    /** Adds those that were not given back. */
    void addLeft(Collection<Object> left) {
        queues.forEach(queue -> left.add("queue " + queue));
        events.forEach(event -> left.add("event " + event));
    }

    private long created(Set<Long> alive) {
        long number = nextNumber.getAndIncrement();
        alive.add(number);
        return number;
    }

    private static void requireAlive(Set<Long> alive, long number, String what) {
        if (!alive.contains(number)) {
            throw new AssertionError("there is no " + what + " " + number + ", or no more");
        }
    }
}
