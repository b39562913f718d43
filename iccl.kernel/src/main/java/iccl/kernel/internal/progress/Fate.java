package iccl.kernel.internal.progress;

import iccl.api.IcclException;
import org.jspecify.annotations.Nullable;

/**
 * Why an endpoint ends. The first reason counts; those that come later follow from it, more often than not.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class Fate {
    private volatile @Nullable IcclException failure;
    private boolean peersKnow;

    /** The reason, or null as long as there is none. */
    @Nullable
    IcclException failure() {
        return failure;
    }

    /** Makes this the reason if it is the first; returns the first. */
    synchronized IcclException decide(IcclException why) {
        IcclException first = failure;
        if (first == null) {
            first = why;
            failure = why;
        }
        return first;
    }

    /** True once, for who is to tell the peers. */
    synchronized boolean isTurnToTell() {
        boolean isFirst = !peersKnow;
        peersKnow = true;
        return isFirst;
    }
}
