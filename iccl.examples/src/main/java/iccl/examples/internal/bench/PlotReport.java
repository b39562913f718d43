package iccl.examples.internal.bench;

import iccl.examples.internal.bench.Row.Timing;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/** A picture: time and bus bandwidth over size, out of place where both were measured, a curve each, and the baselines'. */
final class PlotReport implements Report {
    private final Writer out;
    private final List<String> baselines;
    private final List<Row> rows = new ArrayList<>();
    private boolean isFinished;

    PlotReport(Writer out, List<String> baselines) {
        this.out = out;
        this.baselines = baselines;
    }

    @Override
    public void add(Row row) {
        if (row.bytes() > 0 && timing(row) != null) {
            rows.add(row);
        }
    }

    private static @Nullable Timing timing(Row row) {
        return row.apart() != null ? row.apart() : row.inPlace();
    }

    @Override
    public void finish() throws IOException {
        isFinished = true;
        Picture picture = new Picture();
        picture.panel("time (µs)", curves((row, micros) -> micros));
        picture.panel("bus bandwidth (GB/s)", curves(Row::busBandwidth));
        out.write(picture.finish(
                "ICCL, " + (rows.isEmpty() ? "nothing measured" : rows.get(0).ranks() + " ranks")));
        out.flush();
    }

    /** By name, ours and theirs, in the order in which they were measured. */
    private Map<String, List<Picture.Point>> curves(ToDoubleBiFunction<Row, Double> value) {
        Map<String, List<Picture.Point>> curves = new LinkedHashMap<>();
        for (Row row : rows) {
            Timing timing = timing(row);
            if (timing == null) {
                continue;
            }
            String name = row.subject();
            add(curves, name, row, value.applyAsDouble(row, timing.micros()));
            for (int which = 0; which < baselines.size(); which++) {
                double micros = timing.baselines().get(which);
                if (!Double.isNaN(micros)) {
                    add(curves, name + ", " + baselines.get(which), row, value.applyAsDouble(row, micros));
                }
            }
        }
        return curves;
    }

    private static void add(Map<String, List<Picture.Point>> curves, String name, Row row, double value) {
        if (value > 0) {
            curves.computeIfAbsent(name, key -> new ArrayList<>()).add(new Picture.Point(row.bytes(), value));
        }
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
