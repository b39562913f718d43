package iccl.examples.internal.bench;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the numbers go, beside the terminal. */
final class ReportOptions {
    @Option(names = "--json", paramLabel = "FILE", description = "Write the numbers there, too, as JSON.")
    private @Nullable Path json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the numbers there, too, as CSV.")
    private @Nullable Path csv;

    @Option(names = "--plot", paramLabel = "FILE", description = "Draw time and bus bandwidth over size there, as SVG.")
    private @Nullable Path plot;

    @Nullable
    Path json() {
        return json;
    }

    @Nullable
    Path csv() {
        return csv;
    }

    @Nullable
    Path plot() {
        return plot;
    }
}
