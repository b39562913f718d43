package iccl.kernel.internal.collective;

import iccl.kernel.port.Platform;
import java.util.function.BooleanSupplier;

/**
 * Copies on a device, or from or to it, on a queue of its own: nothing is waited for that the program gives to the device
 * meanwhile.
 *
 * <p>Threads: one at a time; the communicator's guard sees to it.
 */
public final class DeviceMover implements Mover {
    private final Stager stager;
    private final Patience patience;
    // Made once: a copy allocates nothing.
    private final BooleanSupplier isDone = this::isDone;
    /** 0 = not made yet. */
    private long event;

    private long bytes;
    private boolean isUnderWay;

    public DeviceMover(Stager stager, Patience patience) {
        this.stager = stager;
        this.patience = patience;
    }

    /**
     * @throws iccl.api.IcclException {@code TIMEOUT} when the device does not answer, and others; the copy may still go on then
     */
    @Override
    public void copy(long to, long from, long length) {
        Platform platform = stager.platform();
        if (event == 0) {
            event = stager.newEvent();
        }
        long queue = stager.moves();
        bytes = length;
        isUnderWay = true;
        platform.copyAsync(to, from, length, queue);
        platform.recordEvent(event, queue);
        patience.await(isDone, this);
        isUnderWay = false;
    }

    private boolean isDone() {
        return stager.platform().eventIsDone(event);
    }

    /** The same scratch, but that none is used again that a copy may still read or write. */
    public Scratch keeping(Scratch scratch) {
        return new Scratch() {
            @Override
            public long take(long length) {
                return scratch.take(length);
            }

            @Override
            public void give(long address) {
                // A copy that was given up has failed the communicator: its end gives back the rest.
                if (!isUnderWay) {
                    scratch.give(address);
                }
            }
        };
    }

    @Override
    public String toString() {
        return "a copy of " + bytes + " bytes on " + stager.device();
    }
}
