package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Machine;
import org.jspecify.annotations.Nullable;

/**
 * A machine whose end is a {@link Reply}. That the others do not come is a reply too, not a failure of the machine: the
 * world goes on.
 */
abstract class MeetingMachine implements Machine {
    private @Nullable Reply reply;

    /** How it ended; for machines that have finished without failure. */
    Reply reply() {
        if (reply == null) {
            throw new IllegalStateException("no reply: " + describe());
        }
        return reply;
    }

    void conclude(Reply how) {
        reply = how;
    }

    /** Nobody waits for a meeting on a single peer's account: replies name who is missing. */
    @Override
    public int awaitedPeer() {
        return IcclException.NO_RANK;
    }
}
