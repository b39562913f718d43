package iccl.kernel.internal.collective;

import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import org.jspecify.annotations.Nullable;

/**
 * The send or the receive buffer of a staged operation: how its chunks come to host memory in one piece, and back. A buffer
 * of the host whose chunks are in one piece already is used as it is.
 */
final class StagedSide {
    private final @Nullable Stager stager;
    private final HostPlatform host;
    /** One per lane; 0 = not made yet. */
    private final long[] events;

    private @Nullable ChunkLayout cut;
    private long buffer;
    private int blocks;
    private boolean isDirect;
    private long room;
    private long first;
    private long stride;

    /**
     * @param stager null for buffers of the host
     */
    StagedSide(@Nullable Stager stager, HostPlatform host, int lanes) {
        this.stager = stager;
        this.host = host;
        this.events = new long[lanes];
    }

    /**
     * @param isCopied whether the chunks need a place of their own, whatever the buffer
     */
    void aim(ChunkLayout layout, long address, int blockCount, boolean isCopied) {
        cut = layout;
        buffer = address;
        blocks = blockCount;
        isDirect = blocks == 0 || stager == null && !isCopied && layout.isWhole(blockCount);
        // Both sides of a lane stay aligned.
        room = isDirect ? 0 : (layout.roomBytes(blockCount) + 63) / 64 * 64;
    }

    /** Bytes of host memory that a lane needs. */
    long roomBytes() {
        return room;
    }

    /** Takes its part of the memory: lane i at {@code address + i * bytesPerLane}. */
    void use(long address, long bytesPerLane) {
        first = address;
        stride = bytesPerLane;
    }

    /** Where a chunk is in host memory; 0 where this rank has no such buffer. */
    long hostAddress(long chunk, int lane) {
        if (blocks == 0) {
            return 0;
        }
        return isDirect ? buffer + layout().offset(0, chunk) : first + lane * stride;
    }

    /** Starts to bring a chunk into host memory. */
    void load(long chunk, int lane) {
        if (isDirect) {
            return;
        }
        long part = layout().partBytes(chunk);
        Stager device = stager;
        for (int block = 0; block < blocks && part > 0; block++) {
            long from = buffer + layout().offset(block, chunk);
            long to = hostAddress(chunk, lane) + block * part;
            if (device == null) {
                host.copy(to, from, part);
            } else {
                device.platform().copyAsync(to, from, part, device.loads());
            }
        }
        if (device != null) {
            mark(device, lane, device.loads());
        }
    }

    /** Starts to bring a chunk out of host memory. */
    void store(long chunk, int lane) {
        if (isDirect) {
            return;
        }
        long part = layout().partBytes(chunk);
        Stager device = stager;
        for (int block = 0; block < blocks && part > 0; block++) {
            long to = buffer + layout().offset(block, chunk);
            long from = hostAddress(chunk, lane) + block * part;
            if (device == null) {
                host.copy(to, from, part);
            } else {
                device.platform().copyAsync(to, from, part, device.stores());
            }
        }
        if (device != null) {
            mark(device, lane, device.stores());
        }
    }

    private void mark(Stager device, int lane, long queue) {
        if (events[lane] == 0) {
            events[lane] = device.newEvent();
        }
        device.platform().recordEvent(events[lane], queue);
    }

    /** Whether what was started last in a lane is done. */
    boolean isDone(int lane) {
        Stager device = stager;
        if (isDirect || device == null) {
            return true;
        }
        Platform platform = device.platform();
        return platform.eventIsDone(events[lane]);
    }

    private ChunkLayout layout() {
        if (cut == null) {
            throw new IllegalStateException("never aimed");
        }
        return cut;
    }
}
