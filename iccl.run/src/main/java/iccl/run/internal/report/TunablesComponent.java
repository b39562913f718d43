package iccl.run.internal.report;

import iccl.kernel.port.Tunables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Inside a container: the kernel's tunables and their values. */
@Component(
        service = {Callable.class, TunablesComponent.class},
        property = ReportKeys.REPORT + "=tunables")
public final class TunablesComponent implements Callable<List<Map<String, String>>> {
    private final Tunables tunables;

    @Activate
    public TunablesComponent(@Reference Tunables tunables) {
        this.tunables = tunables;
    }

    @Override
    public List<Map<String, String>> call() {
        return tunables.list().stream().map(TunablesComponent::entry).toList();
    }

    private static Map<String, String> entry(Tunables.Entry tunable) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put(ReportKeys.NAME, tunable.name());
        entry.put(ReportKeys.VARIABLE, tunable.variable());
        entry.put(ReportKeys.VALUE, tunable.current());
        entry.put(ReportKeys.SOURCE, tunable.source());
        entry.put(ReportKeys.ALLOWED, tunable.allowed());
        entry.put(ReportKeys.STANDARD, tunable.standard());
        entry.put(ReportKeys.DESCRIPTION, tunable.description());
        return entry;
    }
}
