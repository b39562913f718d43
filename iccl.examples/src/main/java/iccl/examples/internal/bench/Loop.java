package iccl.examples.internal.bench;

import java.util.concurrent.TimeUnit;

/**
 * Repeats one operation, on all ranks alike. The programs in C that we are compared with follow the same rule
 * (iccl.run/src/main/c/dialogue.h): warm up for a while, then as many operations per round as fill a certain time. Only here is a
 * compiler to be waited for, too.
 */
final class Loop {
    private static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long WARM_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** The first operations of a kind also wait for the compiler of this JVM. */
    private static final long COLD_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** If the compiler is never done, or another thread of the process never rests. */
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long LONGEST_COLD_NANOS = TimeUnit.SECONDS.toNanos(12);

    private static final int QUIET_PERCENT = 20;
    private static final int LEAST = 5;
    private static final int MOST = 20_000;

    private final Ranks ranks;
    private final Runnable operation;
    private int iterations;

    Loop(Ranks ranks, Runnable operation) {
        this.ranks = ranks;
        this.operation = operation;
    }

    /**
     * Before the first round.
     *
     * @param wantedWarmUp operations; 0 = as long as it takes
     * @param wantedIterations operations per round; 0 = as many as fill its time
     * @param isCold whether nothing of the kind ran before
     */
    void warmUp(int wantedWarmUp, int wantedIterations, boolean isCold) {
        ranks.meet();
        long nanos = wantedWarmUp > 0 ? nanosOfOne(wantedWarmUp) : warmUpUntilQuiet(isCold);
        iterations = wantedIterations > 0
                ? wantedIterations
                : (int) Math.max(LEAST, Math.min(MOST, ROUND_NANOS / Math.max(1, nanos)));
    }

    /** Goes on while a rank's JVM still compiles. */
    private long warmUpUntilQuiet(boolean isCold) {
        OtherThreads others = new OtherThreads();
        long begin = System.nanoTime();
        long longest = isCold ? LONGEST_COLD_NANOS : LONGEST_NANOS;
        long limit = isCold ? COLD_NANOS : WARM_NANOS;
        long nanos;
        do {
            others.watch();
            nanos = repeatFor(limit);
            limit = WARM_NANOS;
        } while (ranks.largest(others.percent()) > QUIET_PERCENT && ranks.largest(System.nanoTime() - begin) < longest);
        return nanos;
    }

    private long repeatFor(long limit) {
        long begin = System.nanoTime();
        long batch = 1;
        long nanos;
        do {
            nanos = nanosOfOne(batch);
            batch = Math.min(2 * batch, MOST);
        } while (ranks.largest(System.nanoTime() - begin) < limit);
        return nanos;
    }

    private long nanosOfOne(long times) {
        long start = System.nanoTime();
        repeat(times);
        return ranks.largest(System.nanoTime() - start) / times;
    }

    /** Operations per round. */
    int iterations() {
        return iterations;
    }

    /** This rank's nanoseconds for all operations of a round. */
    long round() {
        // Others used the caches meanwhile.
        repeat(Math.max(1, iterations / 10));
        ranks.meet();
        long start = System.nanoTime();
        repeat(iterations);
        return System.nanoTime() - start;
    }

    private void repeat(long times) {
        for (long i = 0; i < times; i++) {
            operation.run();
        }
    }
}
