package iccl.backend.mpi;

import iccl.kernel.port.Verdict;

/**
 * What a probe found without loading anything.
 *
 * @param status {@link Verdict.Status#AVAILABLE} when MPI may be started in this process
 * @param version as {@link Verdict} has it
 * @param reason as {@link Verdict} has it
 * @param remedy as {@link Verdict} has it
 */
public record Finding(Verdict.Status status, String version, String reason, String remedy) {
    public static Finding available(String version, String reason) {
        return new Finding(Verdict.Status.AVAILABLE, version, reason, "");
    }

    public static Finding standby(String version, String reason, String remedy) {
        return new Finding(Verdict.Status.STANDBY, version, reason, remedy);
    }

    public static Finding unavailable(String reason, String remedy) {
        return new Finding(Verdict.Status.UNAVAILABLE, "", reason, remedy);
    }

    /** For a process that the launcher of another MPI has started, or of two. */
    public static Finding elsewhere(String version, Launcher launcher, String option) {
        return switch (launcher) {
            case BOTH -> standby(
                    version,
                    "the environment is that of Open MPI's launcher and of MPICH's, so it is not known whose rank this is",
                    "set ICCL_LAUNCHER to ompi or mpich, or start with icclrun");
            case OPEN_MPI -> standby(
                    version,
                    "this process is a rank of Open MPI, and two MPIs must not meet in one process",
                    "start with icclrun -l " + option);
            case MPICH -> standby(
                    version,
                    "this process is a rank of MPICH, and two MPIs must not meet in one process",
                    "start with icclrun -l " + option);
            case NONE -> standby(
                    version, "this process was not started by its launcher", "start with icclrun -l " + option);
        };
    }

    /** The same, with more to say. */
    public Finding saying(String more) {
        return new Finding(status, version, reason + "; " + more, remedy);
    }

    public Verdict verdict(String name) {
        return new Verdict(Verdict.Kind.BACKEND, name, status, version, reason, remedy);
    }
}
