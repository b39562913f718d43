package iccl.kernel.internal.collective;

import iccl.kernel.port.Platform;

/**
 * What an operation on device memory waits for first: all that the program has given to the device before, without naming a
 * queue. So it orders itself as NCCL does on the stream 0. Queues of the program's own are the program's affair.
 */
final class Entrance {
    private final Stager stager;
    /** 0 = not made yet. */
    private long event;

    Entrance(Stager stager) {
        this.stager = stager;
    }

    /** Marks the place that is waited for. */
    void approach() {
        if (event == 0) {
            event = stager.newEvent();
        }
        stager.platform().recordEvent(event, Platform.DEFAULT_QUEUE);
    }

    /** Whether the device has come to it. */
    boolean isOpen() {
        return stager.platform().eventIsDone(event);
    }
}
