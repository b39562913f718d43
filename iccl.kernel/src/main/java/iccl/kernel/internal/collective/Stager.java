package iccl.kernel.internal.collective;

import iccl.kernel.port.Platform;
import java.util.ArrayList;
import java.util.List;

/**
 * One rank's way between its device and the host: a queue for each direction, so that both go on at the same time, and
 * events. They are made as they are needed, used again, and given back at the end.
 *
 * <p>Threads: one at a time; the communicator's guard sees to it.
 */
public final class Stager {
    private final Platform platform;
    private final int device;
    private final List<Long> events = new ArrayList<>();
    private long loads;
    private long stores;

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

    /** Whether no copy is under way. */
    public boolean isIdle() {
        return (loads == 0 || platform.queueIsIdle(loads)) && (stores == 0 || platform.queueIsIdle(stores));
    }

    /** Gives everything back; nothing may be under way. */
    public void close() {
        events.forEach(platform::destroyEvent);
        events.clear();
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
