package iccl.kernel.internal.collective;

import iccl.api.IcclException;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/**
 * An operation that moves bytes between buffers of which this rank's are on a device, over a transport that takes their
 * addresses: another algorithm's machine, which works on them where they are. It begins when the device has done what it was
 * given before; the transport would not wait for that. Other ranks need not know.
 */
public final class DirectMachine extends StateMachine<DirectMachine.State> {
    /** In the order of a healthy run. */
    enum State {
        /** Never started. */
        IDLE,
        /** The device has still to do what it was given before. */
        ENTERING,
        /** The other machine is at work. */
        RUNNING,
        /** The operation is complete; may be started again. */
        DONE,
        /** The operation failed; {@link #failure} says why. Never started again. */
        FAILED
    }

    private final Machine inner;
    private final Entrance entrance;
    private final int rank;
    private @Nullable CollectiveCall call;
    private int tag;

    /**
     * @param inner works on this rank's buffers, see {@link Workbench#elsewhere}
     */
    public DirectMachine(Workbench bench, Machine inner, Stager stager) {
        super(State.IDLE, State.DONE, State.FAILED);
        this.inner = inner;
        this.entrance = new Entrance(stager);
        this.rank = bench.rank();
    }

    @Override
    public void start(CollectiveCall next, int nextTag, long now) {
        requireStartable();
        at(now);
        call = next;
        tag = nextTag;
        become(State.ENTERING, "started");
        try {
            entrance.approach();
        } catch (IcclException e) {
            fail(e);
        }
    }

    @Override
    public int step(long now) {
        at(now);
        return switch (state()) {
            case ENTERING -> enter();
            case RUNNING -> run();
            case IDLE, DONE, FAILED -> 0;
        };
    }

    private int enter() {
        try {
            if (!entrance.isOpen()) {
                return 0;
            }
        } catch (IcclException e) {
            fail(e);
            return 1;
        }
        become(State.RUNNING, "the device has done what it was given before");
        inner.start(started(call), tag, nowNs());
        return 1 + run();
    }

    private int run() {
        int work = inner.step(nowNs());
        if (inner.isFinished() && state() == State.RUNNING) {
            IcclException why = inner.failure();
            if (why == null) {
                become(State.DONE, "the machine has ended");
            } else {
                becomeFailed(why, "the machine has failed");
            }
            return work + 1;
        }
        return work;
    }

    @Override
    public void fail(IcclException why) {
        if (isFinished()) {
            return;
        }
        if (state() == State.RUNNING) {
            inner.fail(why);
        }
        becomeFailed(Blame.within(call == null ? null : call.operation(), why), "failed");
    }

    @Override
    public int awaitedPeer() {
        return state() == State.RUNNING ? inner.awaitedPeer() : IcclException.NO_RANK;
    }

    @Override
    public String describe() {
        String text = "DirectMachine on rank " + rank + " " + life();
        return state() == State.RUNNING ? text + "; " + inner.describe() : text;
    }
}
