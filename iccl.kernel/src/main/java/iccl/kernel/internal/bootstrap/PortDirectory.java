package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The backends, platforms and verdicts that are there now.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class PortDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(PortDirectory.class);
    private static final long PATIENCE_S = 5;
    private static final long POLL_NS = TimeUnit.MILLISECONDS.toNanos(2);

    private final RankedList<Backend> backends = new RankedList<>();
    private final RankedList<Platform> platforms = new RankedList<>();
    private final List<Probe> probes = new CopyOnWriteArrayList<>();

    public RankedList<Backend> backends() {
        return backends;
    }

    public RankedList<Platform> platforms() {
        return platforms;
    }

    public void add(Probe probe) {
        probes.add(probe);
    }

    public void remove(Probe probe) {
        probes.remove(probe);
    }

    /**
     * Waits, a few seconds at most, while a backend or platform is on its way: its probe says that it can be used, but the
     * service is not there yet. So what is made while a container starts does not depend on who is faster.
     */
    void awaitSettled() {
        if (!await(() -> coming().isEmpty())) {
            LOG.warn("Not registered after {} s, although the probe found it: {}", PATIENCE_S, coming());
        }
    }

    /** Waits, a few seconds at most, until something holds; false when it did not come to hold. */
    static boolean await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadlineNs > 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NS);
        }
        return true;
    }

    private List<String> coming() {
        return probes.stream()
                .map(Probe::verdict)
                .filter(verdict -> verdict.status() == Verdict.Status.AVAILABLE && !isHere(verdict))
                .map(PortDirectory::title)
                .toList();
    }

    private boolean isHere(Verdict verdict) {
        return verdict.kind() == Verdict.Kind.BACKEND
                ? backends.list().stream().anyMatch(each -> each.name().equals(verdict.name()))
                : platforms.list().stream().anyMatch(each -> each.name().equals(verdict.name()));
    }

    /**
     * The backends that may be taken, best first: all, or the one that the settings ask for.
     *
     * @throws IcclException {@code NOT_SUPPORTED} when that one is not there
     */
    List<Backend> candidates(Settings settings) {
        List<Backend> all = backends.list();
        if (settings.backend().equals(Settings.AUTO)) {
            return all;
        }
        List<Backend> wanted = all.stream()
                .filter(backend -> backend.name().equals(settings.backend()))
                .toList();
        if (wanted.isEmpty()) {
            throw missing("iccl.backend asks for '" + settings.backend() + "', which is not here");
        }
        return wanted;
    }

    /**
     * Sees to it that the platforms the settings ask for can be had.
     *
     * @throws IcclException {@code NOT_SUPPORTED} when it cannot
     */
    void checkPlatform(Settings settings) {
        if (settings.platform().equals(Settings.AUTO)) {
            return;
        }
        for (String wanted : settings.platform().split(",", -1)) {
            if (platforms.list().stream().noneMatch(each -> each.name().equals(wanted))) {
                throw missing("iccl.platform asks for '" + wanted + "', which is not here");
            }
        }
    }

    /** An error that ends with what is here, what is not, why, and what to do. */
    IcclException missing(String what) {
        String here = Stream.concat(
                        backends.list().stream()
                                .map(backend -> "backend " + backend.name() + " (" + backend.version() + ")"),
                        platforms.list().stream().map(each -> "platform " + each.name() + " (" + each.version() + ")"))
                .collect(Collectors.joining(", "));
        String rest = probes.stream()
                .map(Probe::verdict)
                .filter(verdict -> verdict.status() != Verdict.Status.AVAILABLE)
                .map(PortDirectory::describe)
                .collect(Collectors.joining("; "));
        return new IcclException(
                ResultCode.NOT_SUPPORTED,
                what + "; here are: " + (here.isEmpty() ? "no backends and no platforms" : here)
                        + (rest.isEmpty() ? "; install or start a bundle that offers it" : "; not usable: " + rest));
    }

    private static String describe(Verdict verdict) {
        return title(verdict) + ": " + verdict.reason()
                + (verdict.remedy().isEmpty() ? "" : " (" + verdict.remedy() + ")");
    }

    private static String title(Verdict verdict) {
        return (verdict.kind() == Verdict.Kind.BACKEND ? "backend " : "platform ") + verdict.name();
    }
}
