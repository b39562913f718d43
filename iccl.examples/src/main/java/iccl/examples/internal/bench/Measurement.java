package iccl.examples.internal.bench;

import iccl.examples.internal.bench.Row.Timing;
import iccl.examples.internal.suite.Case;
import iccl.examples.internal.suite.Data;
import iccl.examples.internal.suite.Session;
import iccl.examples.internal.suite.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Measures one operation for one size, type, reduction and root: once checked, then timed, in rounds that alternate with
 * the baselines'. Every rank does the same.
 */
final class Measurement {
    private static final double NANOS_PER_MICRO = 1e3;

    private final Session session;
    private final BenchOptions options;
    private final Measured measured;
    private final Ranks ranks;
    private final Baselines baselines;
    private boolean isWarm;

    Measurement(Session session, BenchOptions options, Measured measured, Baselines baselines) {
        this.session = session;
        this.options = options;
        this.measured = measured;
        this.ranks = new Ranks(session.iccl(), session.world());
        this.baselines = baselines;
    }

    Timing of(Case asked) {
        int size = session.world().size();
        int wrongRanks = options.checks() ? wrongRanks(asked, new Data(asked, size)) : Timing.UNCHECKED;
        List<Timing> result = new ArrayList<>();
        Trial trial = new Trial(session, asked, Data.plain(asked, size), 0, operation -> {
            result.add(time(new Loop(ranks, operation), asked, wrongRanks));
            return 0;
        });
        // What it finds means nothing: in place, the second operation already works on the first one's result.
        measured.example().accept(trial);
        return result.get(0);
    }

    private Timing time(Loop loop, Case asked, int wrongRanks) {
        int rounds = options.rounds();
        long[] ours = new long[rounds];
        double[][] theirs = new double[baselines.count()][rounds];
        baselines.prepare(measured, asked, options);
        loop.warmUp(options.warmUp(), options.iterations(), !isWarm);
        if (!isWarm) {
            // What the first round is the first to run makes the JVM compile anew.
            round(loop, ours, theirs, 0);
            loop.warmUp(options.warmUp(), options.iterations(), true);
            isWarm = true;
        }
        for (int round = 0; round < rounds; round++) {
            round(loop, ours, theirs, round);
        }
        double micros = median(everybodys(ours)) / loop.iterations() / NANOS_PER_MICRO;
        List<Double> medians = new ArrayList<>();
        for (double[] one : theirs) {
            medians.add(median(one));
        }
        return new Timing(micros, wrongRanks, medians);
    }

    private void round(Loop loop, long[] ours, double[][] theirs, int round) {
        ours[round] = loop.round();
        for (int which = 0; which < theirs.length; which++) {
            theirs[which][round] = baselines.round(which);
        }
    }

    private int wrongRanks(Case asked, Data data) {
        Trial trial = new Trial(session, asked, data, 0, Trial.Stopwatch.ONCE);
        measured.example().accept(trial);
        trial.checkGuards();
        return (int) ranks.sum(trial.isRight() ? 0 : 1);
    }

    /** Each round's time, of all ranks as {@code --average} says. */
    private double[] everybodys(long[] mine) {
        long[] all = ranks.gather(mine);
        return LongStream.range(0, mine.length)
                .mapToDouble(round -> {
                    LongStream times =
                            LongStream.range(0, ranks.size()).map(rank -> all[(int) (rank * mine.length + round)]);
                    return switch (options.average()) {
                        case 0 -> times.findFirst().orElseThrow();
                        case 1 -> times.average().orElseThrow();
                        case 2 -> times.min().orElseThrow();
                        default -> times.max().orElseThrow();
                    };
                })
                .toArray();
    }

    private static double median(double[] values) {
        double[] sorted = DoubleStream.of(values).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
