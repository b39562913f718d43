package iccl.run.internal.cluster;

import iccl.run.internal.launch.UserMistake;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Collects what is wrong with a text, so that its author hears of everything at once. */
final class Mistakes {
    private record Entry(Place place, String text, String hint) {}

    private final String source;
    private final boolean isFile;
    private final List<Entry> mistakes = new ArrayList<>();
    private final List<Entry> warnings = new ArrayList<>();

    private Mistakes(String source, boolean isFile) {
        this.source = source;
        this.isFile = isFile;
    }

    static Mistakes inFile(String name) {
        return new Mistakes(name, true);
    }

    /** @param option an option, or a variable, whose value is one line */
    static Mistakes inOption(String option) {
        return new Mistakes(option, false);
    }

    /** @param hint what to do about it; may be empty */
    void add(Place place, String text, String hint) {
        mistakes.add(new Entry(place, text, hint));
    }

    /** Something that is probably wrong, but does no harm. */
    void warn(Place place, String text, String hint) {
        warnings.add(new Entry(place, text, hint));
    }

    boolean isEmpty() {
        return mistakes.isEmpty();
    }

    List<String> warnings() {
        return sorted(warnings).map(this::line).collect(Collectors.toList());
    }

    /** @throws UserMistake that says everything, in the order of the text */
    void throwIfAny() {
        if (mistakes.size() == 1) {
            Entry only = mistakes.get(0);
            throw new UserMistake(where(only) + only.text(), only.hint());
        }
        if (!mistakes.isEmpty()) {
            throw new UserMistake(
                    source + " has " + mistakes.size() + " mistakes:\n"
                            + sorted(mistakes).map(entry -> "  " + line(entry)).collect(Collectors.joining("\n")),
                    "nothing was started");
        }
    }

    private String line(Entry entry) {
        return where(entry) + entry.text() + (entry.hint().isEmpty() ? "" : "; " + entry.hint());
    }

    private String where(Entry entry) {
        return source
                + (isFile ? ":" + entry.place() : ", column " + entry.place().column()) + ": ";
    }

    private static java.util.stream.Stream<Entry> sorted(List<Entry> entries) {
        return entries.stream().sorted(Comparator.comparing(Entry::place));
    }
}
