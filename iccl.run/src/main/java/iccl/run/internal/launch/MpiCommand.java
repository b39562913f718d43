package iccl.run.internal.launch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command lines of MPI's launchers, and the variables that they and their ranks want. */
final class MpiCommand {
    private MpiCommand() {}

    static List<String> openMpi(MpiInstallations.Launcher launcher, Job job, int ranks) {
        String command = launcher.command().toString();
        String number = Integer.toString(ranks);
        List<String> rank = List.of("/bin/sh", job.script().toString());
        // More ranks than slots is fine here, and a JVM's own threads need more than the one core it would be bound to.
        List<String> options = launcher.major() >= 5
                ? List.of(command, "-n", number, "--map-by", ":OVERSUBSCRIBE", "--bind-to", "none")
                : List.of(command, "-n", number, "--oversubscribe", "--bind-to", "none");
        return concat(options, rank);
    }

    static List<String> mpich(MpiInstallations.Launcher launcher, Job job, int ranks) {
        return List.of(
                launcher.command().toString(),
                "-n",
                Integer.toString(ranks),
                "/bin/sh",
                job.script().toString());
    }

    private static List<String> concat(List<String> left, List<String> right) {
        return java.util.stream.Stream.concat(left.stream(), right.stream()).toList();
    }

    /** Open MPI's parameters go by the environment: versions ignore those that they do not know. */
    static Map<String, String> openMpiEnvironment(Job job, Machine machine, int ranks) {
        Map<String, String> wanted = new LinkedHashMap<>();
        if (machine.isRoot()) {
            for (String runtime : List.of("OMPI", "PRTE")) {
                wanted.put(runtime + "_ALLOW_RUN_AS_ROOT", "1");
                wanted.put(runtime + "_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
            }
        }
        if (ranks > machine.cores()) {
            wanted.put("OMPI_MCA_mpi_yield_when_idle", "1");
        }
        // All ranks are on this machine. Version 5 complains about sockets that nobody needs.
        wanted.put("OMPI_MCA_btl", "^tcp");
        // Version 4, then version 5: what they leave behind lies where the guard cleans up.
        wanted.put("OMPI_MCA_orte_tmpdir_base", job.directory().toString());
        wanted.put("OMPI_MCA_btl_vader_backing_directory", job.memory().toString());
        wanted.put("PRTE_MCA_prte_tmpdir_base", job.directory().toString());
        wanted.put("OMPI_MCA_btl_sm_backing_directory", job.memory().toString());
        wanted.putAll(ucx(job));
        return wanted;
    }

    static Map<String, String> mpichEnvironment(Job job) {
        return ucx(job);
    }

    private static Map<String, String> ucx(Job job) {
        Map<String, String> wanted = new LinkedHashMap<>();
        // UCX would catch SIGSEGV, which the JVM needs for itself.
        wanted.put("UCX_ERROR_SIGNALS", "");
        wanted.put("UCX_LOG_LEVEL", "error");
        wanted.put("UCX_POSIX_DIR", job.memory().toString());
        return wanted;
    }
}
