package iccl.kernel.internal.select;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Situation;
import iccl.kernel.internal.config.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Which algorithm was measured to be the fastest where: the file that {@code icclrun bench --tune} writes and the property
 * {@code iccl.tuning} names. A line for each range of sizes, words with spaces between; {@code #} begins a comment:
 *
 * <pre>
 * # operation ranks nodes from to algorithm
 * AllReduce   2     1     0    16383 recursive-doubling
 * AllReduce   2     1     16384 -   direct
 * </pre>
 *
 * <p>Sizes are the operation's {@code count} in bytes, rounded down to a power of two before they are looked up; {@code -} is
 * no end. A line holds for exactly that many ranks on
 * that many machines.
 */
public final class TuningTable {
    /** Decides nothing. */
    public static final TuningTable NONE = new TuningTable("", List.of(), 0);

    private static final int COLUMNS = 6;
    private static final String NO_END = "-";
    private static final long MOST_BYTES = 999_999_999_999_999_999L;

    private final String source;
    private final List<Line> lines;
    private final long checksum;

    /** What one line says, and where it is. */
    private record Line(int number, Algorithm algorithm, int ranks, int nodes, long from, long to) {
        boolean isFor(Situation situation) {
            return algorithm.operation() == situation.operation()
                    && ranks == situation.ranks()
                    && nodes == situation.nodes()
                    && from <= situation.bytes()
                    && situation.bytes() <= to;
        }

        boolean overlaps(Line other) {
            return algorithm.operation() == other.algorithm.operation()
                    && ranks == other.ranks
                    && nodes == other.nodes
                    && from <= other.to
                    && other.from <= to;
        }
    }

    private TuningTable(String source, List<Line> lines, long checksum) {
        this.source = source;
        this.lines = List.copyOf(lines);
        this.checksum = checksum;
    }

    /** The one that the settings name; {@link #NONE} when they name none. */
    public static TuningTable of(Settings settings) {
        return settings.tuning().equals(Settings.AUTO) ? NONE : read(settings.tuning());
    }

    /** @throws IcclException {@code INVALID_ARGUMENT} with file, line and what is allowed there */
    public static TuningTable read(String file) {
        try {
            return parse(file, Files.readString(Path.of(file), StandardCharsets.UTF_8));
        } catch (IOException | InvalidPathException e) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "iccl.tuning: " + file + " cannot be read: " + e
                            + ". It must be there, and the same, on the machine of every rank",
                    e);
        }
    }

    static TuningTable parse(String file, String text) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String each : text.split("\n", -1)) {
            number++;
            String words = each.replaceFirst("#.*", "").trim();
            if (!words.isEmpty()) {
                Line line = line(file, number, words.split("\\s+"));
                for (Line other : lines) {
                    if (line.overlaps(other)) {
                        throw invalid(file, number, "its sizes overlap with those of line " + other.number);
                    }
                }
                lines.add(line);
            }
        }
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return new TuningTable(file, lines, sum.getValue() + 1);
    }

    private static Line line(String file, int number, String[] words) {
        if (words.length != COLUMNS) {
            throw invalid(
                    file,
                    number,
                    "it has " + words.length + " words, not six: operation ranks nodes from to algorithm");
        }
        Algorithm algorithm;
        try {
            algorithm = Wishes.algorithmOf(Wishes.operationOf(words[0]), words[5]);
        } catch (IllegalArgumentException e) {
            throw invalid(file, number, String.valueOf(e.getMessage()));
        }
        Place place = new Place(file, number);
        long from = place.number("from", words[3], 0, MOST_BYTES);
        long to = words[4].equals(NO_END) ? Long.MAX_VALUE : place.number("to", words[4], from, MOST_BYTES);
        return new Line(
                number,
                algorithm,
                (int) place.number("ranks", words[1], 1, Integer.MAX_VALUE),
                (int) place.number("nodes", words[2], 1, Integer.MAX_VALUE),
                from,
                to);
    }

    /** A line of a file. */
    private record Place(String file, int line) {
        long number(String name, String text, long least, long most) {
            long number = text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
            if (number < least || number > most) {
                throw invalid(file, line, name + " is '" + text + "'; it takes a number from " + least + " to " + most);
            }
            return number;
        }
    }

    private static IcclException invalid(String file, int line, String what) {
        return new IcclException(ResultCode.INVALID_ARGUMENT, "iccl.tuning: " + file + ":" + line + ": " + what);
    }

    /** The fastest for a situation, or null where nothing was measured. */
    @Nullable
    Algorithm of(Situation situation) {
        Line line = lineFor(situation);
        return line == null ? null : line.algorithm;
    }

    /** Where it says so, as {@code file:line}; empty where it says nothing. */
    String origin(Situation situation) {
        Line line = lineFor(situation);
        return line == null ? "" : source + ":" + line.number;
    }

    private @Nullable Line lineFor(Situation situation) {
        for (Line line : lines) {
            if (line.isFor(situation)) {
                return line;
            }
        }
        return null;
    }

    /** Differs between tables that differ; 0 without a table. */
    public long checksum() {
        return checksum;
    }
}
