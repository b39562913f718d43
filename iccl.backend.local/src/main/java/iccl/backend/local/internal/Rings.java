package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.HostPlatform;
import org.jspecify.annotations.Nullable;

/** The rings that begin or end at one rank. */
final class Rings {
    private final HostPlatform host;
    private final Segment segment;
    private final int rank;

    Rings(HostPlatform host, Segment segment, int rank) {
        this.host = host;
        this.segment = segment;
        this.rank = rank;
    }

    /** Makes the ring to a peer and announces it; a smaller one when memory is short. */
    RingWriter create(int peer) {
        long bytes = segment.control().layout().ringBytes();
        long address = 0;
        while (address == 0) {
            try {
                address = segment.reserveRing(rank, peer, bytes);
            } catch (IcclException e) {
                if (e.code() != ResultCode.SYSTEM_ERROR || bytes <= Layout.PAGE) {
                    throw full(peer, bytes, e);
                }
                bytes = Math.max(Layout.PAGE, bytes / 2 / Layout.PAGE * Layout.PAGE);
            }
        }
        RingWriter writer = new RingWriter(Ring.create(host, address, bytes));
        segment.control().announce(rank, peer, address - segment.base());
        return writer;
    }

    private IcclException full(int peer, long bytes, IcclException cause) {
        return new IcclException(
                cause.code(),
                "no shared memory for messages from rank %d to rank %d: the smallest ring takes %d bytes in %s; make it "
                                .formatted(rank, peer, bytes, segment)
                        + "larger (mount -o remount,size=…, for a container --shm-size), or remove what lies there: "
                        + cause.getMessage(),
                cause);
    }

    /** Opens the ring from a peer; null when it has announced none. */
    @Nullable
    RingReader open(int peer) {
        long place = segment.control().announced(peer, rank);
        return place == 0 ? null : new RingReader(Ring.open(host, segment.base() + place));
    }
}
