package iccl.examples.internal.bench;

import iccl.examples.internal.bench.Row.Timing;
import java.io.PrintStream;
import java.util.Locale;

/** For the launcher that tunes: a line for each row, which it takes out of our output. */
final class TuningReport implements Report {
    private final PrintStream out;

    TuningReport(PrintStream out) {
        this.out = out;
    }

    @Override
    public void add(Row row) {
        Timing timing = row.apart();
        if (timing == null || row.measured().operation().isPointToPoint()) {
            return;
        }
        long typeBytes = row.asked().type() == null ? 1 : row.asked().type().bytes();
        out.println(String.format(
                Locale.ROOT,
                "@row %s %d %d %d %s %.4f %s",
                row.measured().operation().title(),
                row.ranks(),
                row.choice().nodes(),
                row.asked().count() * typeBytes,
                row.algorithm(),
                timing.micros(),
                String.join(",", row.choice().candidates())));
        out.flush();
    }

    @Override
    public void finish() {
        // A row is all there is.
    }
}
