package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The backends, platforms and verdicts that are there now.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class PortDirectory {
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
     * Sees to it that the platform the settings ask for can be had.
     *
     * @throws IcclException {@code NOT_SUPPORTED} when it cannot
     */
    void checkPlatform(Settings settings) {
        String wanted = settings.platform();
        if (wanted.equals(Settings.AUTO)) {
            return;
        }
        Platform found = platforms.list().stream()
                .filter(platform -> platform.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> missing("iccl.platform asks for '" + wanted + "', which is not here"));
        if (!(found instanceof HostPlatform)) {
            throw new IcclException(
                    ResultCode.NOT_SUPPORTED,
                    "iccl.platform asks for '" + wanted
                            + "', but this kernel has no staging between devices and the network yet; use cpu");
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
                .filter(Objects::nonNull)
                .filter(verdict -> verdict.status() != Verdict.Status.AVAILABLE)
                .map(PortDirectory::describe)
                .collect(Collectors.joining("; "));
        return new IcclException(
                ResultCode.NOT_SUPPORTED,
                what + "; here are: " + (here.isEmpty() ? "no backends and no platforms" : here)
                        + (rest.isEmpty() ? "; install or start a bundle that offers it" : "; not usable: " + rest));
    }

    private static String describe(Verdict verdict) {
        String kind = verdict.kind() == Verdict.Kind.BACKEND ? "backend " : "platform ";
        return kind + verdict.name() + ": " + verdict.reason()
                + (verdict.remedy().isEmpty() ? "" : " (" + verdict.remedy() + ")");
    }
}
