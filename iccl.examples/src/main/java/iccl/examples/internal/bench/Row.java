package iccl.examples.internal.bench;

import iccl.examples.internal.suite.Case;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One measured line.
 *
 * @param bytes its size, as {@link Measured#blocks} counts it
 * @param asked type, reduction and root
 * @param choice what the kernel does it with
 * @param apart with two buffers; null when not measured
 * @param inPlace with one buffer; null when not measured
 */
record Row(
        Measured measured,
        int ranks,
        long bytes,
        Case asked,
        Choice choice,
        @Nullable Timing apart,
        @Nullable Timing inPlace) {
    /**
     * What one way of calling took.
     *
     * @param micros per operation: the median of the rounds
     * @param wrongRanks ranks whose result was wrong; {@link #UNCHECKED} when nobody looked
     * @param baselines microseconds that each baseline took, {@link Baselines#NONE} where it has no such operation
     */
    record Timing(double micros, int wrongRanks, List<Double> baselines) {
        static final int UNCHECKED = -1;

        /** How many times as long as ours a baseline takes. */
        double ratio(int baseline) {
            return baselines.get(baseline) / micros;
        }
    }

    /** Bytes per nanosecond, which is 10^9 bytes per second. */
    double algorithmBandwidth(Timing timing) {
        return algorithmBandwidth(timing.micros());
    }

    private double algorithmBandwidth(double micros) {
        return micros == 0 ? 0 : bytes / (micros * 1e3);
    }

    double busBandwidth(Timing timing) {
        return busBandwidth(timing.micros());
    }

    /** The bus bandwidth of whoever takes that long. */
    double busBandwidth(double micros) {
        return algorithmBandwidth(micros) * measured.busFactor(ranks);
    }

    /** What was measured: {@code all_reduce float32 sum}. */
    String subject() {
        return measured.name() + " " + type() + (asked.op() == null ? "" : " " + op());
    }

    String algorithm() {
        return choice.algorithm();
    }

    String type() {
        return asked.type() == null ? "none" : asked.type().label();
    }

    String op() {
        return asked.op() == null ? "none" : asked.op().label();
    }

    boolean isRight() {
        return isRight(apart) && isRight(inPlace);
    }

    private static boolean isRight(@Nullable Timing timing) {
        return timing == null || timing.wrongRanks() <= 0;
    }
}
