package iccl.examples.internal.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the numbers go, beside the terminal: rank 0 writes, on its machine or by way of the launcher on the user's. */
final class ReportOptions {
    @Option(names = "--json", paramLabel = "FILE", description = "Write the numbers there, too, as JSON.")
    private @Nullable Path json;

    @Option(names = "--csv", paramLabel = "FILE", description = "Write the numbers there, too, as CSV.")
    private @Nullable Path csv;

    @Option(names = "--plot", paramLabel = "FILE", description = "Draw time and bus bandwidth over size there, as SVG.")
    private @Nullable Path plot;

    /** The forms that a launcher on another machine writes for us. */
    @Option(names = "--reports", hidden = true, split = ",")
    private List<String> carried = new ArrayList<>();

    /** Null when nobody wants JSON. */
    @Nullable
    Writer json(PrintStream out) throws IOException {
        return writer("json", json, out);
    }

    /** Null when nobody wants CSV. */
    @Nullable
    Writer csv(PrintStream out) throws IOException {
        return writer("csv", csv, out);
    }

    /** Null when nobody wants a picture. */
    @Nullable
    Writer plot(PrintStream out) throws IOException {
        return writer("plot", plot, out);
    }

    private @Nullable Writer writer(String form, @Nullable Path file, PrintStream out) throws IOException {
        if (carried.contains(form)) {
            return new CarriedWriter(form, out);
        }
        return file == null ? null : Files.newBufferedWriter(file);
    }
}
