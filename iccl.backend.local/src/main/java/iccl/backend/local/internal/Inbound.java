package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import org.jspecify.annotations.Nullable;

/**
 * What a rank receives from one peer. Messages come out of the ring in the order in which they were sent. Each goes to the
 * first receive of its tag; when there is none, but receives of other tags wait behind it, into memory of our own. While no
 * receive waits the ring is left alone, so that an eager sender fills the ring and no more.
 */
final class Inbound {
    private final int rank;
    private final int peer;
    private final Rings rings;
    private final EarlyMemory memory;

    private @Nullable RingReader ring;
    private final TransferQueue receives = new TransferQueue();
    private @Nullable EarlyMessage firstEarly;
    private @Nullable EarlyMessage lastEarly;

    /** The message that is coming out of the ring has this many bytes more. */
    private long missing;
    /** Where they go: one of these, or nowhere. */
    private @Nullable Transfer receiving;

    private @Nullable EarlyMessage keeping;

    Inbound(int rank, int peer, Rings rings, EarlyMemory memory) {
        this.rank = rank;
        this.peer = peer;
        this.rings = rings;
        this.memory = memory;
    }

    boolean isIdle() {
        return receives.isEmpty() && receiving == null;
    }

    /** Takes up a receive; it may be done at once. */
    void post(Transfer receive) {
        EarlyMessage early = takeEarly(receive.tag);
        if (early == null) {
            receives.add(receive);
            return;
        }
        boolean fits = early.bytes == receive.bytes;
        if (fits) {
            memory.copyFrom(early, receive.address);
            receive.done = early.done;
        } else {
            receive.fail(mismatch(receive, early.bytes));
        }
        if (early == keeping) {
            keeping = null;
            receiving = fits ? receive : null;
            if (fits) {
                receive.state = Transfer.State.MOVING;
            }
        } else if (fits) {
            receive.finish();
        }
        memory.give(early);
    }

    /** Takes a receive out; its memory is not written any more when this returns. */
    void cancel(Transfer receive) {
        if (receive == receiving) {
            receiving = null;
        } else {
            receives.remove(receive);
        }
    }

    /** Goes on as far as bytes have come; says how much was done. */
    int pump() {
        int work = 0;
        RingReader from = ring == null ? ring = rings.open(peer) : ring;
        if (from == null) {
            return 0;
        }
        while (!isIdle()) {
            if (missing == 0) {
                if (!from.hasMessage() || !begin(from)) {
                    break;
                }
                work++;
            }
            work += move(from);
            if (missing > 0) {
                break;
            }
            end();
        }
        return work;
    }

    /** Finds a place for the message that begins in the ring; false when there is none. */
    private boolean begin(RingReader from) {
        int tag = from.tag();
        long bytes = from.bytes();
        Transfer receive = receives.take(tag);
        if (receive == null) {
            EarlyMessage early = allocate(tag, bytes);
            if (early == null) {
                return false;
            }
            keep(early);
        } else if (receive.bytes == bytes) {
            receive.state = Transfer.State.MOVING;
            receiving = receive;
        } else {
            receive.fail(mismatch(receive, bytes));
        }
        missing = bytes;
        from.enter();
        return true;
    }

    private int move(RingReader from) {
        if (missing == 0) {
            return 0;
        }
        long read;
        if (receiving != null) {
            read = from.read(receiving.address + receiving.done, missing);
            receiving.done += read;
        } else if (keeping != null) {
            read = from.read(keeping.address + keeping.done, missing);
            keeping.done += read;
        } else {
            read = from.read(0, missing);
        }
        missing -= read;
        return read > 0 ? 1 : 0;
    }

    private void end() {
        if (receiving != null) {
            receiving.finish();
        }
        receiving = null;
        keeping = null;
    }

    private @Nullable EarlyMessage allocate(int tag, long bytes) {
        try {
            return memory.take(tag, bytes);
        } catch (IcclException e) {
            for (Transfer t = receives.first(); t != null; t = receives.first()) {
                receives.remove(t);
                t.fail(new IcclException(
                        e.code(),
                        "no memory on rank %d for a message of %d bytes from rank %d, tag %d, that came before its receive; "
                                        .formatted(rank, bytes, peer, tag)
                                + "receive it before tag " + t.tag + ": " + e.getMessage(),
                        e));
            }
            return null;
        }
    }

    private void keep(EarlyMessage early) {
        keeping = early;
        if (lastEarly == null) {
            firstEarly = early;
        } else {
            lastEarly.next = early;
        }
        lastEarly = early;
    }

    private @Nullable EarlyMessage takeEarly(int tag) {
        EarlyMessage before = null;
        for (EarlyMessage early = firstEarly; early != null; before = early, early = early.next) {
            if (early.tag == tag) {
                if (before == null) {
                    firstEarly = early.next;
                } else {
                    before.next = early.next;
                }
                if (lastEarly == early) {
                    lastEarly = before;
                }
                return early;
            }
        }
        return null;
    }

    void failAll(Departure gone) {
        if (receiving != null) {
            receiving.fail(gone.exception(what(receiving)));
            receiving = null;
        }
        for (Transfer receive = receives.first(); receive != null; receive = receives.first()) {
            receives.remove(receive);
            receive.fail(gone.exception(what(receive)));
        }
    }

    private String what(Transfer receive) {
        return "rank %d waited for %d bytes of it, tag %d".formatted(rank, receive.bytes - receive.done, receive.tag);
    }

    private IcclException mismatch(Transfer receive, long sent) {
        return new IcclException(
                ResultCode.INVALID_USAGE,
                "rank %d wants %d bytes from rank %d, tag %d, but %d were sent; both must give the same count and type"
                        .formatted(rank, receive.bytes, peer, receive.tag, sent));
    }

    /** Frees memory. */
    void release() {
        for (EarlyMessage early = firstEarly; early != null; ) {
            EarlyMessage next = early.next;
            memory.give(early);
            early = next;
        }
        firstEarly = null;
        lastEarly = null;
        keeping = null;
    }
}
