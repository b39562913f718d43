package iccl.examples.internal.bench;

import iccl.api.Communicator;
import iccl.examples.internal.bench.Row.Timing;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** For machines: one object with an array of rows. All texts are names of ours that need no escapes. */
final class JsonReport implements Report {
    private final Writer out;
    private final List<String> baselines;
    private boolean isFinished;
    private String separator = "\n    ";

    JsonReport(Writer out, Communicator world, String version, List<String> baselines) throws IOException {
        this.out = out;
        this.baselines = baselines;
        out.write(String.format(
                "{%n  \"version\": \"%s\",%n  \"ranks\": %d,%n  \"backend\": \"%s\",%n  \"platform\": \"%s\",%n  \"results\": [",
                version, world.size(), world.backend(), world.platform()));
    }

    @Override
    public void add(Row row) throws IOException {
        out.write(separator);
        separator = ",\n    ";
        out.write(String.format(
                Locale.ROOT,
                "{\"operation\": \"%s\", \"bytes\": %d, \"count\": %d, \"type\": \"%s\", \"op\": \"%s\", \"root\": %d, "
                        + "\"algorithm\": \"%s\", \"out_of_place\": %s, \"in_place\": %s}",
                row.measured().name(),
                row.bytes(),
                row.asked().count(),
                row.type(),
                row.op(),
                row.asked().root(),
                row.algorithm(),
                times(row, row.apart()),
                times(row, row.inPlace())));
        out.flush();
    }

    private String times(Row row, @Nullable Timing timing) {
        if (timing == null) {
            return "null";
        }
        String wrong = timing.wrongRanks() == Timing.UNCHECKED ? "null" : Integer.toString(timing.wrongRanks());
        return String.format(
                Locale.ROOT,
                "{\"time_us\": %.3f, \"algbw\": %.4f, \"busbw\": %.4f, \"wrong_ranks\": %s%s}",
                timing.micros(),
                row.algorithmBandwidth(timing),
                row.busBandwidth(timing),
                wrong,
                against(timing));
    }

    /** One more member, unless nothing was compared. */
    private String against(Timing timing) {
        List<String> members = new ArrayList<>();
        for (int which = 0; which < baselines.size(); which++) {
            double micros = timing.baselines().get(which);
            members.add(
                    Double.isNaN(micros)
                            ? "\"" + baselines.get(which) + "\": null"
                            : String.format(
                                    Locale.ROOT,
                                    "\"%s\": {\"time_us\": %.3f, \"ratio\": %.4f}",
                                    baselines.get(which),
                                    micros,
                                    timing.ratio(which)));
        }
        return members.isEmpty() ? "" : ", \"against\": {" + String.join(", ", members) + "}";
    }

    @Override
    public void finish() throws IOException {
        isFinished = true;
        out.write("\n  ]\n}\n");
        out.flush();
    }

    @Override
    public void close() throws IOException {
        try (out) {
            if (!isFinished) {
                finish();
            }
        }
    }
}
