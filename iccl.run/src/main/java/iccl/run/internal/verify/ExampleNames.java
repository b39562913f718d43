package iccl.run.internal.verify;

import iccl.run.internal.launch.NearNames;
import iccl.run.internal.launch.TargetFinder;
import iccl.run.internal.launch.UserMistake;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Chooses examples by patterns. */
public final class ExampleNames {
    private ExampleNames() {}

    /**
     * Those of {@code known} that one of the patterns matches, all without patterns; in the order of {@code known}.
     *
     * @param patterns names, in which {@code *} and {@code ?} stand for other characters; folders before them are ignored,
     *     but for that of the examples in C
     * @throws UserMistake when a pattern matches nothing
     */
    public static List<String> choose(Collection<String> known, List<String> patterns) {
        List<Pattern> compiled = new ArrayList<>();
        for (String pattern : patterns) {
            Pattern glob = compile(
                    pattern.startsWith(TargetFinder.EXECUTABLES)
                            ? pattern
                            : pattern.substring(pattern.lastIndexOf('/') + 1));
            if (known.stream().noneMatch(name -> glob.matcher(name).matches())) {
                throw new UserMistake("there is no example '" + pattern + "'", NearNames.hint(pattern, known));
            }
            compiled.add(glob);
        }
        return known.stream()
                .filter(name -> compiled.isEmpty()
                        || compiled.stream().anyMatch(glob -> glob.matcher(name).matches()))
                .toList();
    }

    private static Pattern compile(String pattern) {
        return Pattern.compile(pattern.codePoints()
                .mapToObj(point -> point == '*' ? ".*" : point == '?' ? "." : Pattern.quote(Character.toString(point)))
                .collect(Collectors.joining()));
    }
}
