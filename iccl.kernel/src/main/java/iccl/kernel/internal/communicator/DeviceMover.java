package iccl.kernel.internal.communicator;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Mover;
import iccl.kernel.port.Platform;
import java.util.concurrent.TimeUnit;

/**
 * Copies on a device, or from or to it, on a queue of its own: nothing is waited for that the program gives to the device
 * meanwhile.
 *
 * <p>Threads: one at a time; the communicator's guard sees to it.
 */
final class DeviceMover implements Mover {
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);

    private final Platform platform;
    private final int device;
    /** 0 = not made yet, as the event. */
    private long queue;

    private long event;

    DeviceMover(Platform platform, int device) {
        this.platform = platform;
        this.device = device;
    }

    /**
     * @throws IcclException {@code TIMEOUT} when the device does not answer
     */
    @Override
    public void copy(long to, long from, long bytes) {
        if (event == 0) {
            platform.select(device);
            event = platform.createEvent();
        }
        if (queue == 0) {
            platform.select(device);
            queue = platform.createQueue();
        }
        platform.copyAsync(to, from, bytes, queue);
        platform.recordEvent(event, queue);
        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while (!platform.eventIsDone(event)) {
            if (System.nanoTime() - deadlineNs > 0) {
                throw new IcclException(
                        ResultCode.TIMEOUT,
                        platform.name() + " device " + device + " did not copy " + bytes + " bytes within 60 s");
            }
            Thread.onSpinWait();
        }
    }

    /** Gives everything back. */
    void close() {
        if (event != 0) {
            platform.destroyEvent(event);
            event = 0;
        }
        if (queue != 0) {
            platform.destroyQueue(queue);
            queue = 0;
        }
    }
}
