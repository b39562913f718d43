package iccl.examples.internal.bench;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.examples.internal.bench.Row.Timing;
import iccl.examples.internal.suite.Case;
import iccl.examples.internal.suite.Data;
import iccl.examples.internal.suite.Session;
import iccl.examples.internal.suite.Trial;
import java.nio.LongBuffer;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Measures one operation for one size, type, reduction and root: once checked, then timed. Every rank does the same. */
final class Measurement {
    private static final int COLD_ITERATIONS = 20_000;
    private static final long SMALL_BYTES = 16 << 10;

    private final Session session;
    private final BenchOptions options;
    private final Measured measured;
    private boolean isWarm;

    Measurement(Session session, BenchOptions options, Measured measured) {
        this.session = session;
        this.options = options;
        this.measured = measured;
    }

    Timing of(Case asked, long bytes) {
        Data data = new Data(asked, session.world().size());
        int wrongRanks = options.checks() ? wrongRanks(asked, data) : Timing.UNCHECKED;
        long[] rounds = new long[options.rounds()];
        int iterations = options.iterations(bytes);
        Trial trial = new Trial(session, asked, data, 0, operation -> {
            repeat(operation, warmUp(bytes));
            for (int round = 0; round < rounds.length; round++) {
                session.world().barrier(null);
                long start = System.nanoTime();
                repeat(operation, iterations);
                rounds[round] = System.nanoTime() - start;
            }
            return 0;
        });
        // What it finds means nothing: in place, the second operation already works on the first one's result.
        measured.example().accept(trial);
        return new Timing(median(everybodys(rounds)) / iterations / 1e3, wrongRanks);
    }

    /** The first small operations also wait for the compiler of this JVM. */
    private int warmUp(long bytes) {
        boolean isCold = !isWarm && options.hasOwnWarmUp() && bytes <= SMALL_BYTES;
        isWarm = true;
        return isCold ? Math.max(COLD_ITERATIONS, options.warmUp(bytes)) : options.warmUp(bytes);
    }

    private static void repeat(Runnable operation, int times) {
        for (int i = 0; i < times; i++) {
            operation.run();
        }
    }

    private int wrongRanks(Case asked, Data data) {
        Trial trial = new Trial(session, asked, data, 0, Trial.Stopwatch.ONCE);
        measured.example().accept(trial);
        trial.checkGuards();
        long[] mine = {trial.isRight() ? 0 : 1};
        return (int) LongStream.of(gather(mine)).sum();
    }

    /** Each round's time, of all ranks as {@code --average} says. */
    private double[] everybodys(long[] mine) {
        long[] all = gather(mine);
        int ranks = session.world().size();
        return LongStream.range(0, mine.length)
                .mapToDouble(round -> {
                    LongStream times = LongStream.range(0, ranks).map(rank -> all[(int) (rank * mine.length + round)]);
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

    private long[] gather(long[] mine) {
        Communicator world = session.world();
        long bytes = (long) mine.length * Long.BYTES;
        Buffer send = session.iccl().memAlloc(bytes);
        Buffer recv = session.iccl().memAlloc(bytes * world.size());
        try {
            send.asByteBuffer().asLongBuffer().put(mine);
            world.allGather(send, recv, mine.length, Datatype.INT64, null);
            LongBuffer words = recv.asByteBuffer().asLongBuffer();
            long[] all = new long[mine.length * world.size()];
            words.get(all);
            return all;
        } finally {
            session.iccl().memFree(send);
            session.iccl().memFree(recv);
        }
    }
}
