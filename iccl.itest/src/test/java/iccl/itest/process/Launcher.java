package iccl.itest.process;

/** Who starts the ranks, and which backend must carry them then. */
public enum Launcher {
    NONE("none", "local"),
    OMPI("ompi", "openmpi"),
    MPICH("mpich", "mpich");

    private final String option;
    private final String backend;

    Launcher(String option, String backend) {
        this.option = option;
        this.backend = backend;
    }

    /** What {@code icclrun -l} takes. */
    public String option() {
        return option;
    }

    public String backend() {
        return backend;
    }
}
