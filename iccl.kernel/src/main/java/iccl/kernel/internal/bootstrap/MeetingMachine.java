package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.StateMachine;
import org.jspecify.annotations.Nullable;

/**
 * A machine whose end is a {@link Reply}. That the others do not come is a reply too, not a failure of the machine: the
 * world goes on.
 *
 * @param <S> its states
 */
abstract class MeetingMachine<S extends Enum<S>> extends StateMachine<S> {
    private @Nullable Reply reply;

    /** As {@link StateMachine} has them. */
    MeetingMachine(S idle, S done, S failed) {
        super(idle, done, failed);
    }

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
