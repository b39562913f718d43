package iccl.backend.local.internal;

import iccl.api.IcclException;
import org.jspecify.annotations.Nullable;

/** One send or receive: a slot of {@link Transfers}, used again and again. */
final class Transfer {
    /** In the order of a healthy run. */
    enum State {
        /** The slot is nobody's. */
        FREE,
        /** Posted; no byte has moved. */
        WAITING,
        /** Matched, or begun: bytes are moving. */
        MOVING,
        /** All bytes have moved. */
        DONE,
        /** It will never be done; the failure says why. */
        FAILED
    }

    /** The slot's number; negative for a rest that {@link Outbound} keeps sending after a cancel. */
    final int handle;

    State state = State.FREE;
    boolean isSend;
    int peer;
    int tag;
    long address;
    long bytes;
    long done;

    @Nullable
    IcclException failure;

    /** The next one in whatever list it is in. */
    @Nullable
    Transfer next;

    Transfer(int handle) {
        this.handle = handle;
    }

    void finish() {
        state = State.DONE;
    }

    void fail(IcclException why) {
        state = State.FAILED;
        failure = why;
    }
}
