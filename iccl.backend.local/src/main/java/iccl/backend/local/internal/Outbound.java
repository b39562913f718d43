package iccl.backend.local.internal;

import org.jspecify.annotations.Nullable;

/**
 * What a rank sends to one peer: sends stream into the ring one after the other, each as room comes.
 *
 * <p>A send that is cancelled in the middle was promised to the receiver in full: its rest is copied and goes on.
 */
final class Outbound {
    private static final int REST = -1;

    private final int peer;
    private final RingWriter ring;
    private final EarlyMemory memory;
    private final TransferQueue sends = new TransferQueue();
    /** The copied rest of a cancelled send; it is first in the queue. */
    private @Nullable EarlyMessage rest;

    Outbound(int peer, RingWriter ring, EarlyMemory memory) {
        this.peer = peer;
        this.ring = ring;
        this.memory = memory;
    }

    boolean isIdle() {
        return sends.isEmpty();
    }

    void post(Transfer send) {
        sends.add(send);
    }

    /** Goes on as far as there is room; says how much was done. */
    int pump() {
        int work = 0;
        for (Transfer send = sends.first(); send != null; send = sends.first()) {
            if (send.state == Transfer.State.WAITING) {
                if (!ring.begin(send.tag, send.bytes)) {
                    break;
                }
                send.state = Transfer.State.MOVING;
                work++;
            }
            long written = ring.write(send.address + send.done, send.bytes - send.done);
            ring.publish();
            send.done += written;
            if (written > 0) {
                work++;
            }
            if (send.done < send.bytes) {
                break;
            }
            sends.remove(send);
            send.finish();
            dropRest(send);
        }
        return work;
    }

    /** Takes a send out; its memory is not read any more when this returns. */
    void cancel(Transfer send) {
        if (send.state != Transfer.State.MOVING) {
            sends.remove(send);
            return;
        }
        EarlyMessage copy = memory.take(send.tag, send.bytes - send.done);
        memory.copyTo(copy, send.address + send.done);
        Transfer tail = new Transfer(REST);
        tail.state = Transfer.State.MOVING;
        tail.isSend = true;
        tail.peer = peer;
        tail.tag = send.tag;
        tail.address = copy.address;
        tail.bytes = copy.bytes;
        sends.replaceFirst(tail);
        rest = copy;
    }

    void failAll(Departure gone) {
        for (Transfer send = sends.first(); send != null; send = sends.first()) {
            sends.remove(send);
            send.fail(gone.exception("a message of %d bytes to rank %d, tag %d, was not delivered"
                    .formatted(send.bytes, peer, send.tag)));
            dropRest(send);
        }
    }

    /** Frees memory. */
    void release() {
        if (rest != null) {
            memory.give(rest);
            rest = null;
        }
    }

    private void dropRest(Transfer send) {
        if (send.handle == REST) {
            release();
        }
    }
}
