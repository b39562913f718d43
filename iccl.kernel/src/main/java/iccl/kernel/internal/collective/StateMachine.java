package iccl.kernel.internal.collective;

import iccl.api.IcclException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What all machines have that are written state by state: the state, why and since when they are in it, and why they failed. It
 * has no step of its own: what happens in a state is the machine's.
 *
 * @param <S> its states; three of them mean the same in each machine
 */
public abstract class StateMachine<S extends Enum<S>> implements Machine {
    private final S idle;
    private final S done;
    private final S failed;
    private S state;
    private String reason = "new";
    private long sinceNs;
    private long nowNs;
    private @Nullable IcclException failure;

    /**
     * @param idle never started
     * @param done ended well; may be started again
     * @param failed never started again
     */
    protected StateMachine(S idle, S done, S failed) {
        this.idle = idle;
        this.done = done;
        this.failed = failed;
        this.state = idle;
    }

    protected final S state() {
        return state;
    }

    protected final void become(S next, String why) {
        state = next;
        reason = why;
        sinceNs = nowNs;
    }

    /** Becomes failed, for that reason. */
    protected final void becomeFailed(IcclException cause, String why) {
        failure = cause;
        become(failed, why);
    }

    /** It is that time now. What happened at no time counts from the first time that is told. */
    protected final void at(long now) {
        nowNs = now;
        if (sinceNs == UNTIMED) {
            sinceNs = now;
        }
    }

    protected final long nowNs() {
        return nowNs;
    }

    /** How long it has been in its state. */
    protected final long inStateNs() {
        return nowNs - sinceNs;
    }

    /**
     * @throws IllegalStateException when an operation is under way, or one has failed
     */
    protected final void requireStartable() {
        if (state != idle && state != done) {
            throw new IllegalStateException("started while " + describe());
        }
    }

    @Override
    public final boolean isFinished() {
        return state == done || state == failed;
    }

    @Override
    public final @Nullable IcclException failure() {
        return failure;
    }

    /** For {@link #describe}: {@code is RUNNING (started) for 5 us}. */
    protected final String life() {
        return "is " + state + " (" + reason + ") for " + inStateNs() / 1000 + " us";
    }

    /** What was given at the start of an operation. */
    protected static <T> T started(@Nullable T given) {
        return Objects.requireNonNull(given, "never started");
    }
}
