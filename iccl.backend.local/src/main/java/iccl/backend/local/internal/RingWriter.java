package iccl.backend.local.internal;

/** The sender's side of a {@link Ring}. */
final class RingWriter {
    private final Ring ring;
    /** Written so far, and how much of it the receiver can see. */
    private long tail;

    private long published;
    /** How far the receiver had come when we last looked. */
    private long head;
    /** Where the tail is in the ring. */
    private int position;

    RingWriter(Ring ring) {
        this.ring = ring;
    }

    /**
     * Begins a message when there is room. The receiver sees it after {@link #publish}.
     *
     * @return whether there was
     */
    boolean begin(int tag, long bytes) {
        if (room(Ring.UNIT) < Ring.UNIT) {
            return false;
        }
        int index = Ring.HEADER_BYTES + position;
        ring.memory.putLong(index, tag);
        ring.memory.putLong(index + Long.BYTES, bytes);
        advance(Ring.UNIT);
        return true;
    }

    /**
     * Writes as much of a message's rest as there is room for.
     *
     * @return bytes written; less than {@code bytes} when the ring is full
     */
    long write(long address, long bytes) {
        long done = 0;
        while (done < bytes) {
            long rest = bytes - done;
            int room = room((int) Math.min(ring.piece, Ring.roundUp(rest)));
            int part = (int) Math.min(Math.min(rest, room), ring.piece);
            if (part == 0) {
                break;
            }
            int first = Math.min(part, ring.capacity - position);
            ring.host.copy(ring.data + position, address + done, first);
            if (part > first) {
                ring.host.copy(ring.data, address + done + first, part - first);
            }
            advance((int) Ring.roundUp(part));
            done += part;
            if (done < bytes) {
                publish();
            }
        }
        return done;
    }

    /** Shows the receiver what was written. */
    void publish() {
        if (published != tail) {
            published = tail;
            Words.set(ring.memory, Ring.TAIL, tail);
        }
    }

    private void advance(int bytes) {
        tail += bytes;
        position += bytes;
        if (position >= ring.capacity) {
            position -= ring.capacity;
        }
    }

    /** Free bytes; looks where the receiver is only when fewer than {@code wanted} are known of. */
    private int room(int wanted) {
        int known = ring.capacity - (int) (tail - head);
        if (known >= wanted) {
            return known;
        }
        head = Words.get(ring.memory, Ring.HEAD);
        return ring.capacity - (int) (tail - head);
    }
}
