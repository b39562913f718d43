package iccl.backend.local.internal;

/** The receiver's side of a {@link Ring}. */
final class RingReader {
    private final Ring ring;
    /** Read so far. */
    private long head;
    /** How far the sender had come when we last looked. */
    private long tail;
    /** Where the head is in the ring. */
    private int position;

    RingReader(Ring ring) {
        this.ring = ring;
    }

    /** Whether a message begins here. Only between messages. */
    boolean hasMessage() {
        return available() > 0;
    }

    /** The tag of the message that begins here. */
    int tag() {
        return (int) ring.memory.getLong(Ring.HEADER_BYTES + position);
    }

    /** The length of the message that begins here. */
    long bytes() {
        return ring.memory.getLong(Ring.HEADER_BYTES + position + Long.BYTES);
    }

    /** Goes on to the bytes of the message that begins here. */
    void enter() {
        advance(Ring.UNIT);
        Words.set(ring.memory, Ring.HEAD, head);
    }

    /**
     * Reads as much of a message's rest as has come.
     *
     * @param address where to; 0 throws the bytes away
     * @return bytes read; less than {@code bytes} when the ring is empty
     */
    long read(long address, long bytes) {
        long done = 0;
        while (done < bytes) {
            int part = (int) Math.min(Math.min(bytes - done, available()), ring.piece);
            if (part == 0) {
                break;
            }
            if (address != 0) {
                int first = Math.min(part, ring.capacity - position);
                ring.host.copy(address + done, ring.data + position, first);
                if (part > first) {
                    ring.host.copy(address + done + first, ring.data, part - first);
                }
            }
            advance((int) Ring.roundUp(part));
            done += part;
            Words.set(ring.memory, Ring.HEAD, head);
        }
        return done;
    }

    private void advance(int bytes) {
        head += bytes;
        position += bytes;
        if (position >= ring.capacity) {
            position -= ring.capacity;
        }
    }

    private int available() {
        if (tail == head) {
            tail = Words.get(ring.memory, Ring.TAIL);
        }
        return (int) (tail - head);
    }
}
