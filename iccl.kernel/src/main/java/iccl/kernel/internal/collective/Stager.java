package iccl.kernel.internal.collective;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Platform;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One rank's way between its device and the host: a queue for each direction, so that both go on at the same time, and
 * events. They are made as they are needed, used again, and given back at the end.
 *
 * <p>Threads: one at a time; the communicator's guard sees to it.
 */
public final class Stager implements Mover {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private final Platform platform;
    private final int device;
    private final List<Long> events = new ArrayList<>();
    private long loads;
    private long stores;
    /** Of {@link #copy}; 0 = not made yet. */
    private long copied;

    public Stager(Platform platform, int device) {
        this.platform = platform;
        this.device = device;
    }

    Platform platform() {
        return platform;
    }

    /** The queue from the device to the host. */
    long loads() {
        if (loads == 0) {
            platform.select(device);
            loads = platform.createQueue();
        }
        return loads;
    }

    /** The queue from the host to the device. */
    long stores() {
        if (stores == 0) {
            platform.select(device);
            stores = platform.createQueue();
        }
        return stores;
    }

    /** An event of the caller's own, until the end. */
    long newEvent() {
        platform.select(device);
        long event = platform.createEvent();
        events.add(event);
        return event;
    }

    /**
     * On the device, or from or to it. Waits for the copy, and for nothing that the program has given to the device since.
     *
     * @throws IcclException {@code TIMEOUT} when the device does not answer
     */
    @Override
    public void copy(long to, long from, long bytes) {
        if (copied == 0) {
            copied = newEvent();
        }
        platform.copyAsync(to, from, bytes, loads());
        platform.recordEvent(copied, loads());
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (!platform.eventIsDone(copied)) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IcclException(
                        ResultCode.TIMEOUT,
                        platform.name() + " device " + device + " did not copy " + bytes + " bytes within 60 s");
            }
            Thread.onSpinWait();
        }
    }

    /** Whether no copy is under way. */
    public boolean isIdle() {
        return (loads == 0 || platform.queueIsIdle(loads)) && (stores == 0 || platform.queueIsIdle(stores));
    }

    /** Gives everything back; nothing may be under way. */
    public void close() {
        events.forEach(platform::destroyEvent);
        events.clear();
        copied = 0;
        if (loads != 0) {
            platform.destroyQueue(loads);
            loads = 0;
        }
        if (stores != 0) {
            platform.destroyQueue(stores);
            stores = 0;
        }
    }
}
