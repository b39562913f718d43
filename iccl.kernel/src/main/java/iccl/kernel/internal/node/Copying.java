package iccl.kernel.internal.node;

import iccl.kernel.port.HostPlatform;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message being copied out of its sender's buffer, a slice at a time.
 *
 * <p>Threads: one at a time.
 */
final class Copying {
    private static final long SLICE_BYTES = 8 * 1024 * 1024;

    private final HostPlatform host;
    private @Nullable PeerWindows windows;
    private long place;
    private long bytes;
    private long done;
    /** Where the message is in this process. */
    private long address;

    Copying(HostPlatform host) {
        this.host = host;
    }

    /**
     * Before the first slice; {@link #end} follows.
     *
     * @param newPlace as {@link Place} says it
     * @return false when the sender has given the buffer back meanwhile
     * @throws iccl.api.IcclException when it cannot be mapped; nothing has begun then
     */
    boolean begin(PeerWindows from, long newPlace, long newBytes) {
        from.letGo();
        address = from.address(newPlace);
        from.hold();
        windows = from;
        place = newPlace;
        bytes = newBytes;
        done = 0;
        return from.holds(newPlace, newBytes);
    }

    /** Whether all is copied now. */
    boolean advance(long to) {
        long slice = Math.min(SLICE_BYTES, bytes - done);
        if (address == PeerWindows.NOT_MAPPED) {
            from().pull(place, done, to + done, slice);
        } else {
            host.copy(to + done, address + done, slice);
        }
        done += slice;
        return done == bytes;
    }

    /** Bytes so far. */
    long done() {
        return done;
    }

    void end() {
        from().unhold();
    }

    private PeerWindows from() {
        return Objects.requireNonNull(windows);
    }
}
