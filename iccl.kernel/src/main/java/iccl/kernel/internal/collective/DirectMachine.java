package iccl.kernel.internal.collective;

import iccl.api.IcclException;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/**
 * An operation that moves bytes between buffers of which this rank's are on a device, over a transport that takes their
 * addresses: another algorithm's machine, which works on them where they are. It begins when the device has done what it was
 * given before; the transport would not wait for that. Other ranks need not know.
 */
public final class DirectMachine implements Machine {
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
    private State state = State.IDLE;
    private String reason = "new";
    private long stateSinceNs;
    private long nowNs;
    private @Nullable CollectiveCall call;
    private int tag;
    private @Nullable IcclException failure;

    /**
     * @param inner works on this rank's buffers, see {@link Workbench#elsewhere}
     */
    public DirectMachine(Workbench bench, Machine inner, Stager stager) {
        this.inner = inner;
        this.entrance = new Entrance(stager);
        this.rank = bench.rank();
    }

    @Override
    public void start(CollectiveCall next, int nextTag, long now) {
        if (state != State.IDLE && state != State.DONE) {
            throw new IllegalStateException("started while " + describe());
        }
        nowNs = now;
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
        nowNs = now;
        return switch (state) {
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
        inner.start(call(), tag, nowNs);
        return 1 + run();
    }

    private int run() {
        int work = inner.step(nowNs);
        if (inner.isFinished() && state == State.RUNNING) {
            failure = inner.failure();
            become(failure == null ? State.DONE : State.FAILED, "the machine has ended");
            return work + 1;
        }
        return work;
    }

    @Override
    public void fail(IcclException why) {
        if (isFinished()) {
            return;
        }
        if (state == State.RUNNING) {
            inner.fail(why);
            failure = inner.failure();
        } else {
            failure = Blame.within(call == null ? null : call.operation(), why);
        }
        become(State.FAILED, "failed");
    }

    private void become(State next, String why) {
        state = next;
        reason = why;
        stateSinceNs = nowNs;
    }

    @Override
    public boolean isFinished() {
        return state == State.DONE || state == State.FAILED;
    }

    @Override
    public @Nullable IcclException failure() {
        return failure;
    }

    @Override
    public int awaitedPeer() {
        return state == State.RUNNING ? inner.awaitedPeer() : IcclException.NO_RANK;
    }

    @Override
    public String describe() {
        String text = "DirectMachine on rank " + rank + " is " + state + " (" + reason + ") for "
                + (nowNs - stateSinceNs) / 1000 + " us";
        return state == State.RUNNING ? text + "; " + inner.describe() : text;
    }

    private CollectiveCall call() {
        if (call == null) {
            throw new IllegalStateException("never started");
        }
        return call;
    }
}
