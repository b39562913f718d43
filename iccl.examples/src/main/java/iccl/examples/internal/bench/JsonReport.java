package iccl.examples.internal.bench;

import iccl.api.Communicator;
import iccl.examples.internal.bench.Row.Timing;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** For machines: one object with an array of rows. All texts are names of ours that need no escapes. */
final class JsonReport implements Report {
    private final Writer out;
    private String separator = "\n    ";

    JsonReport(Writer out, Communicator world, String version) throws IOException {
        this.out = out;
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
                        + "\"out_of_place\": %s, \"in_place\": %s}",
                row.measured().name(),
                row.bytes(),
                row.asked().count(),
                row.type(),
                row.op(),
                row.asked().root(),
                times(row, row.apart()),
                times(row, row.inPlace())));
        out.flush();
    }

    private static String times(Row row, @Nullable Timing timing) {
        if (timing == null) {
            return "null";
        }
        String wrong = timing.wrongRanks() == Timing.UNCHECKED ? "null" : Integer.toString(timing.wrongRanks());
        return String.format(
                Locale.ROOT,
                "{\"time_us\": %.3f, \"algbw\": %.4f, \"busbw\": %.4f, \"wrong_ranks\": %s}",
                timing.micros(),
                row.algorithmBandwidth(timing),
                row.busBandwidth(timing),
                wrong);
    }

    @Override
    public void finish() throws IOException {
        out.write("\n  ]\n}\n");
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
