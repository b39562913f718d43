package iccl.run.internal.launch;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words as a POSIX shell reads them. */
public final class ShellText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+:,./=-]+");

    private ShellText() {}

    /** A word that the shell takes for exactly {@code text}. */
    public static String quote(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    public static String quoteAll(List<String> words) {
        return words.stream().map(ShellText::quote).collect(Collectors.joining(" "));
    }

    /** Splits at blanks outside of quotes; quotes are removed. */
    public static List<String> split(String text) {
        List<String> words = new java.util.ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean isInWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (quote != 0) {
                if (unit == quote) {
                    quote = 0;
                } else {
                    word.append(unit);
                }
            } else if (unit == '\'' || unit == '"') {
                quote = unit;
                isInWord = true;
            } else if (Character.isWhitespace(unit)) {
                if (isInWord) {
                    words.add(word.toString());
                    word.setLength(0);
                    isInWord = false;
                }
            } else {
                word.append(unit);
                isInWord = true;
            }
        }
        if (isInWord) {
            words.add(word.toString());
        }
        return words;
    }
}
