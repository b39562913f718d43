package iccl.kernel.internal.collective;

import iccl.api.IcclException;

/**
 * A machine that learns from memory what its peers have done, where nothing tells that one of them has gone: when there has been
 * nothing to do for a while, it looks whether the peer that it waits for can still come.
 *
 * @param <S> its states
 */
public abstract class WatchfulMachine<S extends Enum<S>> extends StateMachine<S> {
    private final int stepsPerLook;
    private int idleSteps;

    /**
     * @param stepsPerLook how many steps that found nothing to do lie between two looks
     */
    protected WatchfulMachine(S idle, S done, S failed, int stepsPerLook) {
        super(idle, done, failed);
        this.stepsPerLook = stepsPerLook;
    }

    /** Anything but a failure that has a code is the driver's to tell. */
    @Override
    public final int step(long now) {
        at(now);
        try {
            int work = advance();
            if (work > 0) {
                idleSteps = 0;
            } else if (!isFinished() && ++idleSteps % stepsPerLook == 0) {
                lookAgain();
            }
            return work;
        } catch (IcclException e) {
            fail(e);
            return 1;
        }
    }

    /** A peer that ends well does what it has to before it goes. */
    private void lookAgain() {
        try {
            look();
        } catch (IcclException e) {
            if (advance() == 0) {
                throw e;
            }
        }
    }

    /**
     * Goes on as far as is possible now and as is fair to others.
     *
     * @return how much was done; 0 = it waits
     */
    protected abstract int advance();

    /**
     * Looks whether the peer that it waits for can still come, if it waits for one.
     *
     * @throws IcclException why not
     */
    protected abstract void look();
}
