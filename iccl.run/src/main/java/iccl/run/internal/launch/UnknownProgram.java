package iccl.run.internal.launch;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** Nothing has the name that the user gave for a program. */
public final class UnknownProgram extends UserMistake {
    private static final long serialVersionUID = 1L;

    private final String program;
    private final String name;
    // Java would write it with the exception, which nobody does.
    private final transient List<String> installed;

    /**
     * @param name what would be its name here: programs of other packages have paths where ours have names
     * @param installed the names of the programs that there are
     */
    UnknownProgram(String program, String name, Collection<String> installed) {
        super("there is no program '" + program + "'", NearNames.hint(name, installed));
        this.program = program;
        this.name = name;
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
        return NearNames.hint(name, NearNames.of(name, known).isEmpty() ? installed : known);
    }
}
