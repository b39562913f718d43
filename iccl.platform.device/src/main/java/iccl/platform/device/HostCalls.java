package iccl.platform.device;

import iccl.platform.device.jni.DeviceNative;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs actions when a queue comes to them. The vendor's thread only says which; a thread of our own, which begins with the
 * first action, runs them: the vendor's must not wait and is not Java's.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class HostCalls {
    private static final Logger LOG = LoggerFactory.getLogger(HostCalls.class);
    private static final long END_MILLIS = TimeUnit.SECONDS.toMillis(5);

    private final long calls = DeviceNative.newCalls();
    private final Map<Long, Runnable> due = new ConcurrentHashMap<>();
    private final AtomicLong last = new AtomicLong();
    private final Thread thread;

    HostCalls(String platform) {
        thread = new Thread(this::work, "iccl-calls-" + platform);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
    }

    /** The native side of it, for {@link DeviceNative#callHost}. */
    long address() {
        return calls;
    }

    /** The ticket of an action that will be due. */
    long expect(Runnable action) {
        long ticket = last.incrementAndGet();
        due.put(ticket, action);
        return ticket;
    }

    /** The action will never be due. */
    void forget(long ticket) {
        due.remove(ticket);
    }

    private void work() {
        for (long ticket = DeviceNative.nextCall(calls); ticket >= 0; ticket = DeviceNative.nextCall(calls)) {
            Runnable action = due.remove(ticket);
            try {
                if (action != null) {
                    action.run();
                }
            } catch (RuntimeException | Error e) { // also errors: the others are still due
                LOG.error("An action that waited for a queue failed", e);
            }
        }
    }

    /** Ends the thread once what is due has run; the queues must have finished. */
    void close() {
        DeviceNative.endCalls(calls);
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive() || !due.isEmpty()) {
            // A queue may still come to it: a leak is better than a crash.
            LOG.warn("{} actions that wait for a queue are left behind", due.size());
        } else {
            DeviceNative.deleteCalls(calls);
        }
    }
}
