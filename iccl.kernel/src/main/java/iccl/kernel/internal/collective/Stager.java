package iccl.kernel.internal.collective;

import iccl.kernel.port.Platform;
import java.util.ArrayList;
import java.util.List;

/**
 * One rank's way between its device and the host, and on the device: queues for each direction, so that all go on at the same
 * time, and events. They are made as they are needed, used again, and given back at the end.
 *
 * <p>Threads: one at a time; the communicator's guard sees to it.
 */
public final class Stager {
    private static final int LOADS = 0;
    private static final int STORES = 1;
    private static final int MOVES = 2;

    private final Platform platform;
    private final int device;
    private final List<Long> events = new ArrayList<>();
    /** 0 = not made yet. */
    private final long[] queues = new long[MOVES + 1];

    public Stager(Platform platform, int device) {
        this.platform = platform;
        this.device = device;
    }

    Platform platform() {
        return platform;
    }

    /** For people: {@code nvidia device 0}. */
    String device() {
        return platform.name() + " device " + device;
    }

    /** The queue from the device to the host. */
    long loads() {
        return queue(LOADS);
    }

    /** The queue from the host to the device. */
    long stores() {
        return queue(STORES);
    }

    /** The queue for copies that a machine waits for. */
    long moves() {
        return queue(MOVES);
    }

    private long queue(int way) {
        if (queues[way] == 0) {
            platform.select(device);
            queues[way] = platform.createQueue();
        }
        return queues[way];
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
        for (long queue : queues) {
            if (queue != 0 && !platform.queueIsIdle(queue)) {
                return false;
            }
        }
        return true;
    }

    /** Gives everything back; nothing may be under way. */
    public void close() {
        events.forEach(platform::destroyEvent);
        events.clear();
        for (int way = 0; way < queues.length; way++) {
            if (queues[way] != 0) {
                platform.destroyQueue(queues[way]);
                queues[way] = 0;
            }
        }
    }
}
