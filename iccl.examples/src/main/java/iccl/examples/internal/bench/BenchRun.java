package iccl.examples.internal.bench;

import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.ReductionOp;
import iccl.examples.internal.bench.Row.Timing;
import iccl.examples.internal.suite.Case;
import iccl.examples.internal.suite.Session;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ParameterException;

/** From the command line to the reports. */
public final class BenchRun {
    private static final int ALL_RIGHT = 0;
    private static final int SOMETHING_WRONG = 1;
    private static final int BAD_USAGE = 2;

    private final Iccl iccl;
    private final Communicator world;
    private final boolean speaks;

    public BenchRun(Iccl iccl) {
        this.iccl = iccl;
        this.world = iccl.world();
        this.speaks = world.rank() == 0;
    }

    /**
     * @param all what can be measured
     * @return the exit status; the same on every rank, except when a report cannot be written
     */
    public int run(List<String> args, List<Measured> all) {
        BenchOptions options;
        try {
            options = BenchOptions.parse(args, all, world.size());
        } catch (ParameterException e) {
            return complain(e.getMessage() + "; see bench --help");
        }
        if (options.help()) {
            if (speaks) {
                System.out.print(options.usage());
            }
            return ALL_RIGHT;
        }
        return report(options);
    }

    private int report(BenchOptions options) {
        List<Report> reports = new ArrayList<>();
        int status;
        boolean isComplete = false;
        try {
            openReports(options, reports);
            status = measure(options, reports) ? ALL_RIGHT : SOMETHING_WRONG;
        } catch (IOException e) {
            // On rank 0 only: the others are ended with it.
            System.err.println("bench: a report cannot be written: " + e);
            status = BAD_USAGE;
        } finally {
            isComplete = close(reports);
        }
        return isComplete || status != ALL_RIGHT ? status : BAD_USAGE;
    }

    private int complain(String what) {
        if (speaks) {
            System.err.println("bench: " + what);
        }
        // The first rank that ends, ends the job: not before rank 0 has spoken.
        world.barrier(null);
        return BAD_USAGE;
    }

    private void openReports(BenchOptions options, List<Report> reports) throws IOException {
        if (!speaks) {
            return;
        }
        Writer json = options.reports().json(System.out);
        if (json != null) {
            reports.add(new JsonReport(json, world, iccl.version(), options.baselines()));
        }
        Writer csv = options.reports().csv(System.out);
        if (csv != null) {
            reports.add(new CsvReport(csv, options.baselines()));
        }
        Writer plot = options.reports().plot(System.out);
        if (plot != null) {
            reports.add(new PlotReport(plot, options.baselines()));
        }
        if (options.isTuning()) {
            reports.add(new TuningReport(System.out));
        }
        reports.add(new TableReport(System.out, world, options.baselines()));
    }

    /** Whether all could be written to their ends. */
    private static boolean close(List<Report> reports) {
        boolean isComplete = true;
        for (Report report : reports) {
            try {
                report.close();
            } catch (IOException e) {
                System.err.println("bench: a report is not complete: " + e);
                isComplete = false;
            }
        }
        return isComplete;
    }

    private boolean measure(BenchOptions options, List<Report> reports) throws IOException {
        boolean isRight = true;
        Baselines baselines =
                new Baselines(options.baselines(), new Ranks(iccl, world), Baselines.Dialogue.withLauncher());
        for (Measured measured : options.operations()) {
            // Memory of its own, so that one operation's largest size is not kept for the next one.
            try (Session session = Session.open(iccl, world, options.buffer(), false)) {
                isRight &= measure(options, new Measurement(session, options, measured, baselines), measured, reports);
            }
        }
        for (Report report : reports) {
            report.finish();
        }
        return isRight;
    }

    private boolean measure(BenchOptions options, Measurement measurement, Measured measured, List<Report> reports)
            throws IOException {
        boolean isRight = true;
        for (@Nullable Datatype type : measured.moves() ? options.types() : none(Datatype.class)) {
            for (@Nullable
            ReductionOp op : measured.operation().isReducing() ? options.ops() : none(ReductionOp.class)) {
                for (long size : measured.moves() ? options.sizes() : List.of(0L)) {
                    Row row = row(options, measurement, measured, new Kind(type, op), size);
                    isRight &= row.isRight();
                    for (Report report : reports) {
                        report.add(row);
                    }
                }
            }
        }
        return isRight;
    }

    private static <E> List<@Nullable E> none(Class<E> what) {
        return Collections.singletonList(what.cast(null));
    }

    /** What is moved and how it is combined. */
    private record Kind(@Nullable Datatype type, @Nullable ReductionOp op) {}

    private Row row(BenchOptions options, Measurement measurement, Measured measured, Kind kind, long size) {
        int blocks = measured.blocks(world.size());
        Datatype type = kind.type();
        // As nccl-tests: what does not fill a block of an element each is measured with one element.
        long count = type == null ? 0 : Math.max(1, size / type.bytes() / blocks);
        long bytes = type == null ? 0 : count * type.bytes() * blocks;
        int root = measured.operation().isRooted() ? options.root() : Case.NO_ROOT;
        Case apart = new Case(count, false, type, kind.op(), root);
        Timing timing = measurement.of(apart);
        Timing inPlace = measured.hasInPlace() ? measurement.of(new Case(count, true, type, kind.op(), root)) : null;
        Choice choice = Choice.of(world, measured.operation(), apart).amongAll(new Ranks(iccl, world));
        return new Row(measured, world.size(), bytes, apart, choice, timing, inPlace);
    }
}
