package iccl.run.internal.launch;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Nothing has the name that the user gave for a program. */
public final class UnknownProgram extends UserMistake {
    private static final long serialVersionUID = 1L;

    private final String program;
    private final List<String> installed;

    /** @param installed the names of the programs that there are */
    UnknownProgram(String program, Collection<String> installed) {
        super("there is no program '" + program + "'", NearNames.hint(name(program), installed));
        this.program = program;
        this.installed = List.copyOf(installed);
    }

    /** As the user gave it. */
    public String program() {
        return program;
    }

    /** What was meant, when it may have been one of {@code others} as well; they are not listed when nothing is near. */
    public String hint(Collection<String> others) {
        Collection<String> known = new TreeSet<>(installed);
        known.addAll(others);
        return NearNames.hint(name(program), NearNames.of(name(program), known).isEmpty() ? installed : known);
    }

    /** Programs of other packages have paths where ours have names. */
    private static String name(String program) {
        return program.substring(program.lastIndexOf('/') + 1);
    }
}
