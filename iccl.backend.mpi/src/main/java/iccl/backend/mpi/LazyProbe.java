package iccl.backend.mpi;

import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Looks when it is asked for the first time: most processes never ask, and a look may run a program. */
public final class LazyProbe implements Probe {
    private final Supplier<Verdict> look;
    private @Nullable Verdict verdict;

    public LazyProbe(Supplier<Verdict> look) {
        this.look = look;
    }

    @Override
    public synchronized Verdict verdict() {
        Verdict found = verdict;
        if (found == null) {
            found = look.get();
            verdict = found;
        }
        return found;
    }
}
