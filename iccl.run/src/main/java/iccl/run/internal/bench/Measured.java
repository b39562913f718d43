package iccl.run.internal.bench;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A row of the benchmark when it tunes.
 *
 * @param bytes the operation's {@code count} in bytes
 * @param algorithm that ran
 * @param candidates that could have run
 */
record Measured(
        String operation, int ranks, int nodes, long bytes, String algorithm, double micros, List<String> candidates) {
    private static final Pattern LINE = Pattern.compile("@row (\\S+) (\\d+) (\\d+) (\\d+) (\\S+) ([0-9.]+) ?(\\S*)");

    /** Null when the line is none. */
    static @Nullable Measured parse(String line) {
        Matcher words = LINE.matcher(line);
        return words.matches()
                ? new Measured(
                        words.group(1),
                        Integer.parseInt(words.group(2)),
                        Integer.parseInt(words.group(3)),
                        Long.parseLong(words.group(4)),
                        words.group(5),
                        Double.parseDouble(words.group(6)),
                        List.of(words.group(7).split(",")))
                : null;
    }
}
