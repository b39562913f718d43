package iccl.run.internal.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The words of a host list: comments are taken out, {@code name = value} is one word, and every word knows its place. */
final class HostWords {
    private static final Pattern WORD =
            Pattern.compile("\"([^\"]*)\"|[^\\s=\"]+(\\s*=\\s*(\"[^\"]*\"|[^\\s\"]*))?|\\S");
    private static final Pattern ASSIGNMENT = Pattern.compile("([^=]*?)\\s*=\\s*(.*)", Pattern.DOTALL);

    /**
     * @param text without quotes
     * @param name before the equals sign; empty when there is none
     * @param value behind it
     */
    record Word(String text, String name, String value, Place place) {}

    private HostWords() {}

    /** Words of one line, or of one host of a list. */
    static List<Word> split(String line, Place start) {
        List<Word> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(line);
        while (matcher.find()) {
            String text = matcher.group();
            Matcher assignment = ASSIGNMENT.matcher(text);
            boolean isAssignment = !text.startsWith("\"") && assignment.matches();
            words.add(new Word(
                    unquote(text),
                    isAssignment ? assignment.group(1) : "",
                    isAssignment ? unquote(assignment.group(2)) : "",
                    new Place(start.line(), start.column() + matcher.start())));
        }
        return words;
    }

    private static String unquote(String text) {
        boolean isQuoted = text.length() >= 2 && text.startsWith("\"") && text.endsWith("\"");
        return isQuoted ? text.substring(1, text.length() - 1) : text;
    }

    /** Blanks instead of comments, so that everything else keeps its place. */
    static List<String> linesWithoutComments(String text, Mistakes mistakes) {
        List<String> lines = new ArrayList<>();
        Place openedAt = null;
        for (String line : text.split("\r\n|\n|\r", -1)) {
            StringBuilder kept = new StringBuilder(line);
            for (int i = 0; i < line.length(); i++) {
                if (openedAt != null) {
                    kept.setCharAt(i, ' ');
                    if (line.startsWith("*/", i)) {
                        kept.setCharAt(++i, ' ');
                        openedAt = null;
                    }
                } else if (line.startsWith("/*", i)) {
                    openedAt = new Place(lines.size() + 1, i + 1);
                    kept.setCharAt(i, ' ');
                    kept.setCharAt(++i, ' ');
                } else if (line.charAt(i) == '#' || isDoubleSlash(line, i)) {
                    kept.setLength(i);
                    break;
                }
            }
            lines.add(kept.toString());
        }
        if (openedAt != null) {
            mistakes.add(openedAt, "the comment that begins here does not end", "end it with */");
        }
        return lines;
    }

    /** Not the one of {@code ssh://host}. */
    private static boolean isDoubleSlash(String line, int index) {
        return line.startsWith("//", index) && (index == 0 || Character.isWhitespace(line.charAt(index - 1)));
    }
}
