package iccl.backend.mpi;

import java.util.Map;

/** Which MPI's launcher started this process, by its environment. Two MPIs must never meet in one process. */
public enum Launcher {
    /** Open MPI's mpirun, or a scheduler that speaks PMIx. */
    OPEN_MPI,
    /** MPICH's mpiexec, Hydra, or that of its relatives. */
    MPICH,
    /** The variables of both, and no word of icclrun which one counts. */
    BOTH,
    NONE;

    /** What icclrun says: {@code ompi}, {@code mpich}, {@code none}. */
    private static final String TOLD = "ICCL_LAUNCHER";

    /** Reads the environment. */
    public static Launcher of(Map<String, String> environment) {
        boolean openMpi = environment.containsKey("OMPI_COMM_WORLD_SIZE");
        boolean mpich = environment.containsKey("MPI_LOCALRANKID")
                || (environment.containsKey("PMI_RANK") && environment.containsKey("PMI_SIZE"));
        boolean pmix = environment.containsKey("PMIX_RANK");
        return switch (environment.getOrDefault(TOLD, "")) {
            case "none" -> NONE;
            case "ompi" -> openMpi || pmix ? OPEN_MPI : NONE;
            case "mpich" -> mpich || pmix ? MPICH : NONE;
            default -> openMpi && mpich ? BOTH : openMpi ? OPEN_MPI : mpich ? MPICH : pmix ? OPEN_MPI : NONE;
        };
    }
}
