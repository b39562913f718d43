package iccl.run.internal.report;

import iccl.kernel.port.Tunables;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentSkipListMap;
import org.osgi.framework.ServiceReference;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Inside a container: all bundles' tunables and their values, the kernel's first. */
@Component(
        service = {Callable.class, TunablesComponent.class},
        property = ReportKeys.REPORT + "=tunables")
public final class TunablesComponent implements Callable<List<Map<String, String>>> {
    private final NavigableMap<ServiceReference<?>, Tunables> bundles =
            new ConcurrentSkipListMap<>(Comparator.reverseOrder());

    /** At least the kernel's must be there, or the report would be wrong. */
    @Reference(cardinality = ReferenceCardinality.AT_LEAST_ONE, policy = ReferencePolicy.DYNAMIC)
    void bind(Tunables tunables, ServiceReference<Tunables> reference) {
        bundles.put(reference, tunables);
    }

    void unbind(ServiceReference<Tunables> reference) {
        bundles.remove(reference);
    }

    /** Once each: the bundles of several vendors have some in common. */
    @Override
    public List<Map<String, String>> call() {
        return bundles.values().stream()
                .flatMap(tunables -> tunables.list().stream())
                .distinct()
                .map(TunablesComponent::entry)
                .toList();
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
