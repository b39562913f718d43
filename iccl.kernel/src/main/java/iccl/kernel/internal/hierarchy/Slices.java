package iccl.kernel.internal.hierarchy;

import iccl.kernel.internal.node.NodeSide;
import iccl.kernel.internal.node.Room;
import iccl.kernel.port.HostPlatform;

/** Data of each rank of a node that the others see in slices as long as a slot, one exchange for each. */
final class Slices {
    private final NodeSide side;
    private final HostPlatform host;
    private Room room = Room.LINE;
    private long allBytes;
    private long sliceBytes;
    /** Where the slice under way begins. */
    private long begin;

    Slices(NodeSide side, HostPlatform host) {
        this.side = side;
        this.host = host;
    }

    /**
     * Begins with the first slice.
     *
     * @param bytes what the rank has that has most
     */
    void lay(long bytes) {
        allBytes = bytes;
        sliceBytes = Math.min(bytes, side.slotBytes());
        room = side.roomFor(sliceBytes);
        begin = 0;
    }

    boolean isOne() {
        return sliceBytes == allBytes;
    }

    boolean isFirst() {
        return begin == 0;
    }

    /** Goes on to the next slice; false when there is none. */
    boolean advance() {
        begin += sliceBytes;
        return begin < allBytes;
    }

    /** Whether this rank may write its slice. */
    boolean isFree() {
        return side.isNextFree(room);
    }

    /** Writes the slice, or what there is of it. */
    void write(long address, long bytes) {
        long length = Math.min(sliceBytes, bytes - begin);
        if (length > 0) {
            host.copy(side.ownRoom(room), address + begin, length);
        }
    }

    /** Reads what the slice has of some bytes of a rank's data. */
    void read(int place, long to, long offset, long bytes) {
        long first = Math.max(offset, begin);
        long end = Math.min(offset + bytes, begin + sliceBytes);
        if (first < end) {
            host.copy(to + first - offset, side.room(place, room) + first - begin, end - first);
        }
    }
}
