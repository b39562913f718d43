package iccl.run.internal.launch;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds what somebody may have meant. */
public final class NearNames {
    private NearNames() {}

    /** Up to three of {@code known} that are a few keystrokes from {@code name}, nearest first. */
    public static List<String> of(String name, Collection<String> known) {
        int limit = Math.max(2, name.length() / 3);
        return known.stream()
                .filter(candidate -> distance(name, candidate) <= limit)
                .sorted(Comparator.comparingInt((String candidate) -> distance(name, candidate))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(3)
                .toList();
    }

    /** {@code did you mean a, b?}, or all known names when none is near. */
    public static String hint(String name, Collection<String> known) {
        List<String> near = of(name, known);
        if (!near.isEmpty()) {
            return "did you mean " + String.join(" or ", near) + "?";
        }
        return known.isEmpty() ? "" : "choose one of: " + String.join(", ", known);
    }

    /** Levenshtein's, without regard to case. */
    private static int distance(String left, String right) {
        int[] row = new int[right.length() + 1];
        for (int j = 0; j <= right.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int change = isSame(left.charAt(i - 1), right.charAt(j - 1)) ? 0 : 1;
                int best = Math.min(diagonal + change, 1 + Math.min(row[j], row[j - 1]));
                diagonal = row[j];
                row[j] = best;
            }
        }
        return row[right.length()];
    }

    private static boolean isSame(char left, char right) {
        return Character.toLowerCase(left) == Character.toLowerCase(right);
    }
}
