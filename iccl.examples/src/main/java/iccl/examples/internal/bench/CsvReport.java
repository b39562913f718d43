package iccl.examples.internal.bench;

import iccl.examples.internal.bench.Row.Timing;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** For spreadsheets (RFC 4180): a line per row, a column per number; empty when not measured. */
final class CsvReport implements Report {
    private final Writer out;
    private final List<String> baselines;

    CsvReport(Writer out, List<String> baselines) throws IOException {
        this.out = out;
        this.baselines = baselines;
        out.write("operation,ranks,bytes,count,type,op,root,out_us,out_algbw,out_busbw,out_wrong,in_us,in_algbw,"
                + "in_busbw,in_wrong,algorithm");
        for (String name : baselines) {
            out.write(String.format(",%1$s_out_us,%1$s_out_ratio,%1$s_in_us,%1$s_in_ratio", name));
        }
        out.write('\n');
    }

    @Override
    public void add(Row row) throws IOException {
        out.write(String.format(
                Locale.ROOT,
                "%s,%d,%d,%d,%s,%s,%d,%s,%s,%s",
                row.measured().name(),
                row.ranks(),
                row.bytes(),
                row.asked().count(),
                row.type(),
                row.op(),
                row.asked().root(),
                times(row, row.apart()),
                times(row, row.inPlace()),
                row.algorithm()));
        for (int which = 0; which < baselines.size(); which++) {
            out.write("," + baseline(row.apart(), which) + "," + baseline(row.inPlace(), which));
        }
        out.write('\n');
        out.flush();
    }

    private static String baseline(@Nullable Timing timing, int which) {
        return timing == null || Double.isNaN(timing.baselines().get(which))
                ? ","
                : String.format(Locale.ROOT, "%.3f,%.4f", timing.baselines().get(which), timing.ratio(which));
    }

    private static String times(Row row, @Nullable Timing timing) {
        if (timing == null) {
            return ",,,";
        }
        String wrong = timing.wrongRanks() == Timing.UNCHECKED ? "" : Integer.toString(timing.wrongRanks());
        return String.format(
                Locale.ROOT,
                "%.3f,%.4f,%.4f,%s",
                timing.micros(),
                row.algorithmBandwidth(timing),
                row.busBandwidth(timing),
                wrong);
    }

    @Override
    public void finish() {
        // A row is all there is.
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
