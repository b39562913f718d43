package iccl.run.internal.build;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Patterns of one {@code .gitignore}, as git reads them. The last that fits decides. */
final class IgnoreRules {
    /** What the rules say about a path. */
    enum Verdict {
        IGNORED,
        WANTED,
        /** Nothing. */
        OPEN
    }

    private record Rule(Pattern pattern, boolean isNegated, boolean isForDirectories) {}

    private final List<Rule> rules = new ArrayList<>();

    IgnoreRules(List<String> lines) {
        lines.forEach(this::add);
    }

    private void add(String line) {
        String text = line.replaceFirst("(?<!\\\\)\\s+$", "");
        if (text.isEmpty() || text.startsWith("#")) {
            return;
        }
        boolean isNegated = text.startsWith("!");
        text = isNegated ? text.substring(1) : text;
        boolean isForDirectories = text.endsWith("/");
        text = isForDirectories ? text.substring(0, text.length() - 1) : text;
        boolean isAnchored = text.indexOf('/') >= 0;
        text = text.startsWith("/") ? text.substring(1) : text;
        String prefix = isAnchored ? "" : "(?:.*/)?";
        rules.add(new Rule(Pattern.compile(prefix + expression(text)), isNegated, isForDirectories));
    }

    /** @param path relative to the folder of the rules, with {@code /} between names */
    Verdict judge(String path, boolean isDirectory) {
        Verdict verdict = Verdict.OPEN;
        for (Rule rule : rules) {
            boolean fits = (isDirectory || !rule.isForDirectories())
                    && rule.pattern().matcher(path).matches();
            if (fits) {
                verdict = rule.isNegated() ? Verdict.WANTED : Verdict.IGNORED;
            }
        }
        return verdict;
    }

    private static String expression(String glob) {
        StringBuilder text = new StringBuilder();
        int i = 0;
        while (i < glob.length()) {
            char unit = glob.charAt(i);
            if (glob.startsWith("**/", i)) {
                text.append("(?:.*/)?");
                i += 3;
            } else if (glob.startsWith("**", i)) {
                text.append(".*");
                i += 2;
            } else if (unit == '[' && glob.indexOf(']', i + 2) > 0) {
                int end = glob.indexOf(']', i + 2);
                text.append(set(glob.substring(i + 1, end)));
                i = end + 1;
            } else if (unit == '\\' && i + 1 < glob.length()) {
                text.append(Pattern.quote(glob.substring(i + 1, i + 2)));
                i += 2;
            } else {
                text.append(unit == '*' ? "[^/]*" : unit == '?' ? "[^/]" : Pattern.quote(String.valueOf(unit)));
                i++;
            }
        }
        return text.toString();
    }

    private static String set(String members) {
        boolean isNegated = members.startsWith("!") || members.startsWith("^");
        String rest = isNegated ? members.substring(1) : members;
        return "[" + (isNegated ? "^/" : "")
                + rest.replace("\\", "\\\\").replace("[", "\\[").replace("&", "\\&") + "]";
    }
}
