package iccl.examples.internal.bench;

import iccl.api.Communicator;
import iccl.examples.internal.bench.Row.Timing;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** For people and for the scripts that read nccl-tests: its columns. */
final class TableReport implements Report {
    private static final String TIMES = "%9s %7s %7s %6s";
    private static final String COMPARED = "  %9s %6s";
    private static final String MEMORY = "memory";

    private final PrintStream out;
    private final Communicator world;
    private final List<String> baselines;
    private final Algorithms algorithms = new Algorithms();
    private @Nullable Measured current;
    private double busBandwidths;
    private int timings;
    private int wrong;

    TableReport(PrintStream out, Communicator world, List<String> baselines) {
        this.out = out;
        this.world = world;
        this.baselines = baselines;
    }

    @Override
    public void add(Row row) {
        if (!row.measured().equals(current)) {
            current = row.measured();
            head(row.measured());
        }
        out.println(String.format(
                        Locale.ROOT,
                        "%12d %12d %9s %7s %7d  %s  %s",
                        row.bytes(),
                        row.asked().count(),
                        row.type(),
                        row.op(),
                        row.asked().root(),
                        times(row, row.apart()),
                        times(row, row.inPlace()))
                + comparison(row));
        algorithms.add(row);
    }

    /** After nccl-tests' columns: each baseline's time and how many times ours that is; of memory, how much we reach. */
    private String comparison(Row row) {
        StringBuilder text = new StringBuilder();
        for (Timing timing : Arrays.asList(row.apart(), row.inPlace())) {
            for (int which = 0; which < baselines.size(); which++) {
                double micros =
                        timing == null ? Baselines.NONE : timing.baselines().get(which);
                if (timing == null || Double.isNaN(micros)) {
                    text.append(String.format(COMPARED, "N/A", "N/A"));
                    continue;
                }
                String ratio = isMemory(which)
                        ? String.format(Locale.ROOT, "%.0f%%", 100 * timing.ratio(which))
                        : String.format(Locale.ROOT, "%.2f", timing.ratio(which));
                text.append(String.format(COMPARED, String.format(Locale.ROOT, "%.2f", micros), ratio));
            }
        }
        return text.toString();
    }

    private boolean isMemory(int which) {
        return baselines.get(which).equals(MEMORY);
    }

    private String comparisonHead(boolean isFirstLine) {
        StringBuilder text = new StringBuilder();
        for (String place : List.of("out", "in")) {
            for (int which = 0; which < baselines.size(); which++) {
                text.append(
                        isFirstLine
                                ? String.format(COMPARED, baselines.get(which), isMemory(which) ? "share" : "ratio")
                                : String.format(COMPARED, "(us)", place));
            }
        }
        return text.toString();
    }

    private void head(Measured measured) {
        out.println("# " + measured.name() + ": ranks " + world.size() + ", backend " + world.backend() + ", platform "
                + world.platform());
        out.println(
                String.format("#%11s %12s %9s %7s %7s  %30s  %33s", "", "", "", "", "", "out-of-place", "in-place"));
        out.println("#" + names("size", "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong")
                + comparisonHead(true));
        out.println(
                "#" + names("(B)", "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)", "") + comparisonHead(false));
    }

    private static String names(String size, String count, String type, String op, String root, String... times) {
        String group = String.format(TIMES, (Object[]) times);
        return String.format("%11s %12s %9s %7s %7s  %s  %s", size, count, type, op, root, group, group);
    }

    private String times(Row row, @Nullable Timing timing) {
        if (timing == null) {
            return String.format(TIMES, "N/A", "N/A", "N/A", "N/A");
        }
        double bus = row.busBandwidth(timing);
        busBandwidths += bus;
        timings++;
        wrong += Math.max(0, timing.wrongRanks());
        return String.format(
                Locale.ROOT,
                "%9.2f %7.2f %7.2f %6s",
                timing.micros(),
                row.algorithmBandwidth(timing),
                bus,
                timing.wrongRanks() == Timing.UNCHECKED ? "N/A" : Integer.toString(timing.wrongRanks()));
    }

    @Override
    public void finish() {
        algorithms.lines().forEach(line -> out.println("# " + line));
        out.println("# Ranks with wrong results: " + wrong + (wrong == 0 ? " OK" : " FAILED"));
        out.println(String.format(
                Locale.ROOT, "# Avg bus bandwidth    : %.4g", timings == 0 ? 0 : busBandwidths / timings));
    }
}
