package iccl.run.internal.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Measured rows on their way to the file that {@code iccl.tuning} names. */
final class Table {
    /** What is this little faster may be so by chance: then the one that would be taken anyway is. */
    private static final double DOUBT = 0.95;

    private final Map<Subject, TreeMap<Long, Map<String, List<Double>>>> times = new LinkedHashMap<>();
    private final Map<Subject, Map<Long, String>> standard = new LinkedHashMap<>();

    private record Subject(String operation, int ranks, int nodes) {
        String words() {
            return operation + " " + ranks + " " + nodes;
        }
    }

    boolean isEmpty() {
        return times.isEmpty();
    }

    /** The first row of a subject and size is what runs without tuning. */
    void add(Measured row) {
        Subject subject = new Subject(row.operation(), row.ranks(), row.nodes());
        standard.computeIfAbsent(subject, key -> new LinkedHashMap<>()).putIfAbsent(row.bytes(), row.algorithm());
        times.computeIfAbsent(subject, key -> new TreeMap<>())
                .computeIfAbsent(row.bytes(), key -> new LinkedHashMap<>())
                .computeIfAbsent(row.algorithm(), key -> new ArrayList<>())
                .add(row.micros());
    }

    /**
     * The file's text: what was measured takes the place of older lines for the same operation, ranks and machines.
     *
     * @param older the file's lines until now
     * @param title what the first line says
     */
    String text(List<String> older, String title) {
        StringBuilder text = new StringBuilder("# " + title + "\n# operation ranks nodes from to algorithm\n");
        Set<String> measured = times.keySet().stream().map(Subject::words).collect(Collectors.toSet());
        for (String line : older) {
            String words = line.replaceFirst("#.*", "").trim().replaceAll("\\s+", " ");
            if (!words.isEmpty() && !measured.contains(words.replaceFirst("^(\\S+ \\S+ \\S+).*", "$1"))) {
                text.append(line).append('\n');
            }
        }
        times.forEach((subject, bySize) ->
                lines(subject, bySize).forEach(line -> text.append(line).append('\n')));
        return text.toString();
    }

    private List<String> lines(Subject subject, Map<Long, Map<String, List<Double>>> bySize) {
        List<String> lines = new ArrayList<>();
        List<String> remarks = new ArrayList<>();
        String current = "";
        long from = 0;
        for (Map.Entry<Long, Map<String, List<Double>>> size : bySize.entrySet()) {
            String usual = standardOf(subject, size.getKey());
            String best = fastest(size.getValue(), usual);
            if (!best.equals(current)) {
                // Selection rounds sizes down to a power of two.
                long begin = lines.isEmpty() && current.isEmpty() ? 0 : Long.highestOneBit(size.getKey());
                // Of several sizes in one power of two, the last one's best is taken.
                if (!current.isEmpty() && begin > from) {
                    lines.add(line(subject, from, Long.toString(begin - 1), current, remarks));
                }
                current = best;
                from = begin;
            }
            remarks.add(remark(size.getKey(), size.getValue(), best, usual));
        }
        lines.add(line(subject, from, "-", current, remarks));
        return lines;
    }

    private String standardOf(Subject subject, long bytes) {
        return standard.getOrDefault(subject, Map.of()).getOrDefault(bytes, "");
    }

    private static String line(Subject subject, long from, String to, String algorithm, List<String> remarks) {
        String line = subject.words() + " " + from + " " + to + " " + algorithm + "  # " + String.join(", ", remarks);
        remarks.clear();
        return line;
    }

    private static String fastest(Map<String, List<Double>> times, String usual) {
        String best = usual;
        double least = times.containsKey(usual) ? median(times.get(usual)) * DOUBT : Double.MAX_VALUE;
        for (Map.Entry<String, List<Double>> one : times.entrySet()) {
            double time = median(one.getValue());
            if (!one.getKey().equals(usual) && time < least) {
                best = one.getKey();
                least = time;
            }
        }
        return best;
    }

    private static String remark(long bytes, Map<String, List<Double>> times, String best, String usual) {
        String remark = String.format(Locale.ROOT, "%d B: %.1f us", bytes, median(times.getOrDefault(best, List.of())));
        return best.equals(usual)
                ? remark
                : remark
                        + String.format(Locale.ROOT, " (%s %.1f)", usual, median(times.getOrDefault(usual, List.of())));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        if (sorted.isEmpty()) {
            return Double.NaN;
        }
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
