package iccl.backend.mpich.internal;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the version in what MPICH, its relatives and their launchers print about themselves. */
final class MpichVersions {
    /** In the order of asking: the relatives mention MPICH too. */
    private static final List<Family> FAMILIES = List.of(
            new Family("Intel MPI", Pattern.compile("Intel\\(R\\) MPI Library[^\\n]*?(?:Version)? +([0-9][0-9.]*)")),
            new Family("MVAPICH", Pattern.compile("MVAPICH2? Version\\s*:\\s*([0-9][0-9A-Za-z.]*)")),
            new Family("Cray MPICH", Pattern.compile("CRAY MPICH version ([0-9][0-9A-Za-z.]*)")),
            new Family("MPICH", Pattern.compile("MPICH Version\\s*:\\s*([0-9][0-9A-Za-z.]*)")),
            new Family("MPICH", Pattern.compile("HYDRA build details:\\s*Version\\s*:\\s*([0-9][0-9A-Za-z.]*)")));

    private record Family(String name, Pattern pattern) {}

    private MpichVersions() {}

    /** For people: {@code MPICH 4.0.2}; empty when the text is of another MPI. */
    static Optional<String> in(String text) {
        for (Family family : FAMILIES) {
            Matcher matcher = family.pattern().matcher(text);
            if (matcher.find()) {
                return Optional.of(family.name() + " " + matcher.group(1));
            }
        }
        return Optional.empty();
    }
}
