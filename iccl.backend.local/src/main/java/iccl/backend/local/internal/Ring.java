package iccl.backend.local.internal;

import iccl.kernel.port.HostPlatform;
import java.nio.ByteBuffer;

/**
 * The memory of a ring: a stream of bytes from one rank to another. Its header holds how far each side has come, on cache
 * lines of their own. Both count bytes since the beginning, in multiples of {@link #UNIT}.
 *
 * <p>In the stream each message is a unit with tag and length, then its bytes, filled up to a unit.
 */
final class Ring {
    static final int UNIT = 16;

    /** Written by the sender. */
    static final int TAIL = 0;

    private static final int CAPACITY = 8;
    /** Written by the receiver. */
    static final int HEAD = Layout.LINE;

    static final int HEADER_BYTES = 2 * Layout.LINE;

    final HostPlatform host;
    final ByteBuffer memory;
    final long data;
    final int capacity;
    /** How much is handed over at a time, so that both sides copy at once. */
    final int piece;

    private Ring(HostPlatform host, long address, int capacity) {
        this.host = host;
        this.memory = host.view(address, HEADER_BYTES + capacity);
        this.data = address + HEADER_BYTES;
        this.capacity = capacity;
        this.piece = Math.max(UNIT, capacity / 4 / UNIT * UNIT);
    }

    /** Makes a ring in zeroed memory. */
    static Ring create(HostPlatform host, long address, long bytes) {
        int capacity = Math.toIntExact(bytes - HEADER_BYTES) / UNIT * UNIT;
        Ring ring = new Ring(host, address, capacity);
        ring.memory.putLong(CAPACITY, capacity);
        return ring;
    }

    /** Opens a ring that another rank made and announced. */
    static Ring open(HostPlatform host, long address) {
        long capacity = host.view(address, HEADER_BYTES).getLong(CAPACITY);
        return new Ring(host, address, Math.toIntExact(capacity));
    }

    static long roundUp(long bytes) {
        return (bytes + UNIT - 1) & -UNIT;
    }
}
