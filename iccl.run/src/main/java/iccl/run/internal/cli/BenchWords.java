package iccl.run.internal.cli;

import iccl.run.internal.launch.UserMistake;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The words after {@code icclrun bench}, sorted: the launcher's options may stand between the benchmark's. All after
 * {@code --} are the benchmark's.
 */
final class BenchWords {
    private static final String FILE = "a file to write";

    /** The options of {@code icclrun bench} itself, with what their values are. */
    private static final Map<String, String> OWN = Map.of(
            "--against", "mpi, ompi, mpich, memory, or several: mpi,memory",
            "--tune", FILE,
            "--json", FILE,
            "--csv", FILE,
            "--plot", FILE);

    /** The benchmark's own names of files: ours too, since the user means files of this machine. */
    private static final List<String> REPORTS = List.of("--json", "--csv", "--plot");

    /** Names that both have; the launcher's meaning holds where both are used often. */
    private static final Map<String, String> AMBIGUOUS =
            Map.of("-b", "for the smallest size write --minbytes; to build, --build");

    private final Map<String, OptionSpec> launcherOptions =
            new CommandLine(new RunCommand()).getCommandSpec().optionsMap();
    private final List<String> launcher = new ArrayList<>();
    private final List<String> benchmark = new ArrayList<>();
    private final Map<String, String> own = new HashMap<>();

    BenchWords(List<String> words) {
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            if (word.equals("--")) {
                takeBenchmark(words.subList(at + 1, words.size()));
                return;
            }
            int taken = take(word, at + 1 < words.size() ? words.get(at + 1) : null);
            at += taken;
        }
    }

    private void takeBenchmark(List<String> words) {
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            if (REPORTS.contains(word.replaceFirst("=.*", ""))) {
                at += take(word, at + 1 < words.size() ? words.get(at + 1) : null);
            } else {
                benchmark.add(word);
            }
        }
    }

    /** How many words after this one belong to it. */
    private int take(String word, @Nullable String next) {
        if (AMBIGUOUS.containsKey(word)) {
            throw new UserMistake(word + " means two things here", AMBIGUOUS.get(word));
        }
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        String name = equals < 0 ? word : word.substring(0, equals);
        String what = OWN.get(name);
        if (what != null) {
            String value = equals < 0 ? next : word.substring(equals + 1);
            if (value == null || value.isEmpty()) {
                throw new UserMistake(name + " takes a value", what);
            }
            own.put(name, value);
            return equals < 0 ? 1 : 0;
        }
        OptionSpec option = launcherOptions.get(name);
        boolean isAttached = option == null && isShortWithValue(word);
        if (option == null && !isAttached) {
            benchmark.add(word);
            return 0;
        }
        launcher.add(word);
        if (option == null || equals >= 0 || option.arity().max() == 0 || next == null) {
            return 0;
        }
        launcher.add(next);
        return 1;
    }

    /** Such as {@code -n4}. */
    private boolean isShortWithValue(String word) {
        if (word.length() < 3 || word.charAt(0) != '-' || word.charAt(1) == '-') {
            return false;
        }
        OptionSpec option = launcherOptions.get(word.substring(0, 2));
        return option != null && option.arity().max() > 0;
    }

    List<String> launcher() {
        return launcher;
    }

    List<String> benchmark() {
        return benchmark;
    }

    /** The value of {@code --against}; null without. */
    @Nullable
    String against() {
        return own.get("--against");
    }

    /** The value of {@code --tune}; null without. */
    @Nullable
    String tune() {
        return own.get("--tune");
    }

    /** The files for the numbers, by option. */
    Map<String, String> reports() {
        Map<String, String> reports = new LinkedHashMap<>();
        REPORTS.stream().filter(own::containsKey).forEach(option -> reports.put(option, own.getOrDefault(option, "")));
        return reports;
    }
}
