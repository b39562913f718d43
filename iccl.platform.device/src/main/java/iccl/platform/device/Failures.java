package iccl.platform.device;

import iccl.api.IcclException;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong while several things are given back: each is to go, whatever becomes of the others.
 *
 * <p>Threads: for one.
 */
final class Failures {
    private @Nullable IcclException first;

    /** Keeps the runtime's complaint, so that the next step is tried. */
    void attempt(Runnable step) {
        try {
            step.run();
        } catch (IcclException e) {
            if (first == null) {
                first = e;
            } else {
                first.addSuppressed(e);
            }
        }
    }

    /** @throws IcclException the first one, the others suppressed in it, if there were any */
    void check() {
        if (first != null) {
            throw first;
        }
    }
}
