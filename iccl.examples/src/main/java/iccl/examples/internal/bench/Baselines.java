package iccl.examples.internal.bench;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.examples.internal.suite.Case;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The programs that we are compared with. The launcher runs them beside us; rank 0 tells them, through the launcher, what
 * to measure and when. The other ranks sleep meanwhile: nobody may use the cores of whoever is measured.
 */
final class Baselines {
    /** A baseline that has no such operation. */
    static final double NONE = Double.NaN;

    private static final long SPARE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final List<String> names;
    private final Ranks ranks;
    private final Dialogue dialogue;
    private final long[] roundNanos;

    /** Asks a baseline; rank 0 only. */
    @FunctionalInterface
    interface Dialogue {
        /** @return the answer's words */
        String ask(String name, String words) throws IOException;

        /** With the launcher, through this process's standard streams. */
        static Dialogue withLauncher() {
            BufferedReader answers = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            return (name, words) -> {
                System.out.println("@ask " + name + " " + words);
                System.out.flush();
                String answer = answers.readLine();
                return answer == null ? "@failed the launcher has gone" : answer;
            };
        }
    }

    Baselines(List<String> names, Ranks ranks, Dialogue dialogue) {
        this.names = names;
        this.ranks = ranks;
        this.dialogue = dialogue;
        this.roundNanos = new long[names.size()];
    }

    int count() {
        return names.size();
    }

    /** Lets all of them check and warm up an operation. */
    void prepare(Measured measured, Case asked, BenchOptions options) {
        String words = String.format(
                Locale.ROOT,
                "prepare %s %s %s %d %d %d %d %d %d",
                measured.name(),
                asked.type() == null ? "none" : asked.type().label(),
                asked.op() == null ? "none" : asked.op().label(),
                Math.max(0, asked.root()),
                asked.count(),
                asked.inPlace() ? 1 : 0,
                options.iterations(),
                options.warmUp(),
                options.checks() ? 1 : 0);
        for (int which = 0; which < names.size(); which++) {
            long nanos = 0;
            if (ranks.isFirst()) {
                Double micros = number(which, words, "@ready");
                nanos = micros == null ? -1 : Math.round(micros * 1000);
            }
            roundNanos[which] = ranks.first(nanos);
        }
    }

    /** One round: microseconds per operation on rank 0, {@link #NONE} elsewhere and where there is no such operation. */
    double round(int which) {
        if (roundNanos[which] < 0) {
            return NONE;
        }
        if (ranks.isFirst()) {
            Double micros = number(which, "round", "@time");
            return micros == null ? NONE : micros;
        }
        sleep(roundNanos[which] + SPARE_NANOS);
        return NONE;
    }

    /** Null when the baseline says that it cannot. */
    private @Nullable Double number(int which, String words, String expected) {
        String answer;
        try {
            answer = dialogue.ask(names.get(which), words);
        } catch (IOException e) {
            throw failure(which, e.toString());
        }
        String[] parts = answer.split(" ", 2);
        if (parts[0].equals("@none")) {
            return null;
        }
        if (!parts[0].equals(expected) || parts.length < 2) {
            throw failure(which, parts.length < 2 ? answer : parts[1]);
        }
        return Double.valueOf(parts[1]);
    }

    private IcclException failure(int which, String why) {
        return new IcclException(
                ResultCode.SYSTEM_ERROR,
                "the comparison with " + names.get(which) + " failed: " + why + ". Leave it out of --against to go on");
    }

    private static void sleep(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
