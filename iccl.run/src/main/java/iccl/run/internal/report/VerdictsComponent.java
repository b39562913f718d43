package iccl.run.internal.report;

import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;

/** Inside a container: what all probes found. */
@Component(
        service = {Callable.class, VerdictsComponent.class},
        property = ReportKeys.REPORT + "=verdicts")
public final class VerdictsComponent implements Callable<List<Map<String, String>>> {
    private final List<Probe> probes = new CopyOnWriteArrayList<>();

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void addProbe(Probe probe) {
        probes.add(probe);
    }

    void removeProbe(Probe probe) {
        probes.remove(probe);
    }

    @Override
    public List<Map<String, String>> call() {
        return probes.stream()
                .map(Probe::verdict)
                .sorted(Comparator.comparing(Verdict::kind).thenComparing(Verdict::name))
                .map(VerdictsComponent::entry)
                .toList();
    }

    private static Map<String, String> entry(Verdict verdict) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put(ReportKeys.KIND, verdict.kind().name().toLowerCase(Locale.ROOT));
        entry.put(ReportKeys.NAME, verdict.name());
        entry.put(ReportKeys.STATUS, verdict.status().name().toLowerCase(Locale.ROOT));
        entry.put(ReportKeys.VERSION, verdict.version());
        entry.put(ReportKeys.REASON, verdict.reason());
        entry.put(ReportKeys.REMEDY, verdict.remedy());
        return entry;
    }
}
