package iccl.run.internal.launch;

import java.util.Locale;

/** Who starts the ranks and carries their messages; {@code ICCL_LAUNCHER} says it to each rank. */
public enum Flavour {
    /** The launcher itself; the embedded backend carries the messages. */
    NONE("ICCL_RANK", "the embedded backend"),
    OMPI("OMPI_COMM_WORLD_RANK", "Open MPI"),
    MPICH("PMI_RANK", "MPICH");

    private final String rankVariable;
    private final String title;

    Flavour(String rankVariable, String title) {
        this.rankVariable = rankVariable;
        this.title = title;
    }

    /** The environment variable in which a rank finds its number. */
    public String rankVariable() {
        return rankVariable;
    }

    public String title() {
        return title;
    }

    /** As on the command line. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
