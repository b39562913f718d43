package iccl.backend.local.internal;

import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import java.util.Map;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Looks whether there is shared memory, and enables {@link LocalBackend} when there is. */
@Component(service = Probe.class, immediate = true)
public final class LocalProbe implements Probe {
    private final Verdict verdict;

    @Activate
    public LocalProbe(ComponentContext context) {
        this(SharedDirectory.look(SharedDirectory.of(Options.of(Map.of()))));
        if (verdict.status() == Verdict.Status.AVAILABLE) {
            context.enableComponent(LocalBackend.COMPONENT);
        }
    }

    LocalProbe(SharedDirectory.Finding finding) {
        verdict = new Verdict(
                Verdict.Kind.BACKEND,
                LocalBackend.NAME,
                finding.isUsable() ? Verdict.Status.AVAILABLE : Verdict.Status.UNAVAILABLE,
                finding.isUsable() ? "shared memory" : "",
                finding.reason(),
                finding.remedy());
    }

    @Override
    public Verdict verdict() {
        return verdict;
    }
}
