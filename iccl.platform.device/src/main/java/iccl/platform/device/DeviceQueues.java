package iccl.platform.device;

import iccl.kernel.port.Platform;
import iccl.platform.device.Handles.Handle;
import iccl.platform.device.jni.DeviceNative;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The queues and events of a platform.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class DeviceQueues {
    private final String platform;
    private final OpenRuntime runtime;
    private final DeviceMemory memory;
    private final Handles queues;
    private final Handles events;
    private final Map<Integer, Handle> defaults = new ConcurrentHashMap<>();
    private @Nullable HostCalls calls;

    DeviceQueues(String platform, OpenRuntime runtime, DeviceMemory memory) {
        this.platform = platform;
        this.runtime = runtime;
        this.memory = memory;
        queues = new Handles(platform, "queue");
        events = new Handles(platform, "event");
    }

    void copyAsync(long to, long from, long bytes, long queue) {
        if (bytes > 0) {
            Handle handle = queueOn(queue, queue == Platform.DEFAULT_QUEUE ? memory.deviceOf(to, from) : 0);
            int direction = memory.direction(to, from);
            int code = DeviceNative.copyAsync(
                    runtime.number(), handle.device(), to, from, bytes, direction, handle.value());
            runtime.check(code, handle.device(), "copying " + bytes + " bytes on a queue");
        }
    }

    /**
     * @param device whose default queue it is, if it is that
     */
    private Handle queueOn(long queue, int device) {
        return queue == Platform.DEFAULT_QUEUE ? defaultQueue(device) : queues.get(queue);
    }

    /** Every runtime takes a null handle for it; the probe has tried. */
    private Handle defaultQueue(int device) {
        return defaults.computeIfAbsent(device, index -> new Handle(0, index));
    }

    long createQueue() {
        int device = runtime.selected();
        long[] made = new long[1];
        runtime.check(DeviceNative.createQueue(runtime.number(), device, made), device, "creating a queue");
        return queues.add(new Handle(made[0], device));
    }

    void destroyQueue(long queue) {
        destroyQueue(queues.remove(queue));
    }

    private void destroyQueue(Handle queue) {
        runtime.check(
                DeviceNative.destroyQueue(runtime.number(), queue.device(), queue.value()),
                queue.device(),
                "destroying a queue");
    }

    boolean queueIsIdle(long queue) {
        Handle handle = queueOn(queue, queue == Platform.DEFAULT_QUEUE ? runtime.selected() : 0);
        int answer = DeviceNative.queueIsIdle(runtime.number(), handle.device(), handle.value());
        return runtime.isYes(answer, handle.device(), "work on a queue");
    }

    long createEvent() {
        int device = runtime.selected();
        long[] made = new long[1];
        runtime.check(DeviceNative.createEvent(runtime.number(), device, made), device, "creating an event");
        return events.add(new Handle(made[0], device));
    }

    void destroyEvent(long event) {
        destroyEvent(events.remove(event));
    }

    private void destroyEvent(Handle event) {
        runtime.check(
                DeviceNative.destroyEvent(runtime.number(), event.device(), event.value()),
                event.device(),
                "destroying an event");
    }

    void recordEvent(long event, long queue) {
        Handle mark = events.get(event);
        Handle on = queueOn(queue, mark.device());
        int code = DeviceNative.recordEvent(runtime.number(), on.device(), mark.value(), on.value());
        runtime.check(code, on.device(), "recording an event");
    }

    boolean eventIsDone(long event) {
        Handle mark = events.get(event);
        int answer = DeviceNative.eventIsDone(runtime.number(), mark.device(), mark.value());
        return runtime.isYes(answer, mark.device(), "work before an event");
    }

    void queueWaits(long queue, long event) {
        Handle mark = events.get(event);
        Handle on = queueOn(queue, mark.device());
        int code = DeviceNative.queueWaits(runtime.number(), on.device(), on.value(), mark.value());
        runtime.check(code, on.device(), "making a queue wait");
    }

    void callHost(long queue, Runnable action) {
        if (!DeviceNative.hasHostFunction(runtime.number())) {
            throw new UnsupportedOperationException(platform + " has no host callbacks");
        }
        Handle on = queues.get(queue);
        HostCalls waiting = calls();
        long ticket = waiting.expect(action);
        int code = DeviceNative.callHost(runtime.number(), on.device(), on.value(), waiting.address(), ticket);
        if (code != 0) {
            waiting.forget(ticket);
            throw runtime.failed(code, on.device(), "waiting for a queue");
        }
    }

    private synchronized HostCalls calls() {
        HostCalls made = calls;
        if (made == null) {
            made = new HostCalls(platform);
            calls = made;
        }
        return made;
    }

    /** Waits for what the queues hold, and gives them and the events back. */
    void close() {
        Failures failures = new Failures();
        try {
            for (Handle queue : queues.removeAll()) {
                failures.attempt(() -> finishQueue(queue));
                failures.attempt(() -> destroyQueue(queue));
            }
            for (Handle event : events.removeAll()) {
                failures.attempt(() -> destroyEvent(event));
            }
        } finally {
            endCalls();
        }
        failures.check();
    }

    private void finishQueue(Handle queue) {
        runtime.check(
                DeviceNative.finishQueue(runtime.number(), queue.device(), queue.value()),
                queue.device(),
                "finishing a queue");
    }

    /** Also where the device is broken: the thread would hold the bundle's classes. */
    private synchronized void endCalls() {
        if (calls != null) {
            calls.close();
            calls = null;
        }
    }
}
