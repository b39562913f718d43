package iccl.platform.cpu.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Platform;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Queues and events of a platform that does everything at once: only their being is kept.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class InstantQueues {
    private final AtomicLong last = new AtomicLong();
    private final Set<Long> queues = ConcurrentHashMap.newKeySet();
    private final Set<Long> events = ConcurrentHashMap.newKeySet();

    long createQueue() {
        return create(queues);
    }

    void destroyQueue(long queue) {
        if (!queues.remove(queue)) {
            throw unknown("queue", queue);
        }
    }

    long createEvent() {
        return create(events);
    }

    void destroyEvent(long event) {
        if (!events.remove(event)) {
            throw unknown("event", event);
        }
    }

    void requireQueue(long queue) {
        if (queue != Platform.DEFAULT_QUEUE && !queues.contains(queue)) {
            throw unknown("queue", queue);
        }
    }

    void requireEvent(long event) {
        if (!events.contains(event)) {
            throw unknown("event", event);
        }
    }

    private long create(Set<Long> live) {
        long number = last.incrementAndGet();
        live.add(number);
        return number;
    }

    private static IcclException unknown(String kind, long number) {
        return new IcclException(
                ResultCode.INVALID_ARGUMENT,
                "the platform cpu has no " + kind + " " + number + ": it was not created here, or has been destroyed");
    }
}
