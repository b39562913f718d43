package iccl.platform.simulation;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs test classes without Maven, where there is nothing but Java: {@code cnf/device/run.sh}. */
public final class ContractMain {
    private static final int FRAMES = 20;

    private ContractMain() {}

    /** @param classes of tests; the exit status is 0 when at least one test ran and all passed */
    public static void main(String[] classes) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(classes)
                        .map(DiscoverySelectors::selectClass)
                        .toList())
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        PrintWriter out = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        summary.printTo(out);
        summary.printFailuresTo(out, FRAMES);
        boolean passed = summary.getTotalFailureCount() == 0 && summary.getTestsSucceededCount() > 0;
        System.exit(passed ? 0 : 1);
    }
}
