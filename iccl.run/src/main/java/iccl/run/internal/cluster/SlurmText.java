package iccl.run.internal.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Slurm's short forms: {@code gpu[01-03,7]} for hosts and {@code 2(x3),1} for numbers. */
final class SlurmText {
    private static final Pattern COUNT = Pattern.compile("([0-9]{1,6})(\\(x([0-9]{1,6})\\))?");
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(-([0-9]{1,9}))?");
    private static final int MOST_HOSTS = 100_000;

    private SlurmText() {}

    /** @throws IllegalArgumentException saying what cannot be understood */
    static List<String> hosts(String text) {
        List<String> hosts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i <= text.length(); i++) {
            boolean isEnd = i == text.length();
            char unit = isEnd ? ',' : text.charAt(i);
            depth += unit == '[' ? 1 : unit == ']' ? -1 : 0;
            if (depth < 0 || depth > 1 || (isEnd && depth != 0)) {
                throw new IllegalArgumentException("its brackets do not match");
            }
            if (unit == ',' && depth == 0) {
                hosts.addAll(expand(text.substring(start, i).strip()));
                start = i + 1;
            }
        }
        return hosts;
    }

    private static List<String> expand(String host) {
        int open = host.indexOf('[');
        if (open < 0) {
            if (host.isEmpty()) {
                throw new IllegalArgumentException("a host is missing between two commas");
            }
            return List.of(host);
        }
        int close = host.indexOf(']', open);
        List<String> tails = host.length() == close + 1 ? List.of("") : expand(host.substring(close + 1));
        List<String> hosts = new ArrayList<>();
        for (String number : numbers(host.substring(open + 1, close))) {
            for (String tail : tails) {
                hosts.add(host.substring(0, open) + number + tail);
            }
            if (hosts.size() > MOST_HOSTS) {
                throw new IllegalArgumentException("that is more than " + MOST_HOSTS + " hosts");
            }
        }
        return hosts;
    }

    /** {@code 01-03,7} is 01, 02, 03, 7. */
    private static List<String> numbers(String ranges) {
        List<String> numbers = new ArrayList<>();
        for (String range : ranges.split(",", -1)) {
            Matcher matcher = RANGE.matcher(range);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("'" + range + "' is no range of numbers");
            }
            String first = matcher.group(1);
            int from = Integer.parseInt(first);
            int to = matcher.group(3) == null ? from : Integer.parseInt(matcher.group(3));
            if (to < from || to - from >= MOST_HOSTS) {
                throw new IllegalArgumentException("'" + range + "' is no range of numbers");
            }
            for (int number = from; number <= to; number++) {
                // A leading zero says how wide the numbers are.
                numbers.add(String.format("%0" + first.length() + "d", number));
            }
        }
        return numbers;
    }

    /** @throws IllegalArgumentException saying what cannot be understood */
    static List<Integer> counts(String text) {
        List<Integer> counts = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            Matcher matcher = COUNT.matcher(part.strip());
            if (!matcher.matches() || Integer.parseInt(matcher.group(1)) == 0) {
                throw new IllegalArgumentException("'" + part + "' is no number of tasks");
            }
            int times = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
            for (int i = 0; i < times && counts.size() < MOST_HOSTS; i++) {
                counts.add(Integer.parseInt(matcher.group(1)));
            }
        }
        return counts;
    }
}
