package iccl.examples.internal.bench;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the numbers go, beside the terminal: rank 0 writes, on its machine. */
final class ReportOptions {
    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Write the numbers there, too, as JSON: rank 0, on its machine.")
    private @Nullable Path json;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            description = "Write the numbers there, too, as CSV: rank 0, on its machine.")
    private @Nullable Path csv;

    @Option(
            names = "--plot",
            paramLabel = "FILE",
            description = "Draw time and bus bandwidth over size there, as SVG: rank 0, on its machine.")
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
