package iccl.run.internal.launch;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Exactly what will be started.
 *
 * @param job the run's identity
 * @param flavour who starts the ranks
 * @param reason why that one
 * @param target what each rank runs
 * @param command started once for MPI, once per rank for {@link Flavour#NONE}
 * @param environment added to the command's environment
 * @param removed variables taken out of it
 * @param exported set for the program only, inside the script
 * @param rankCommand what the script starts
 * @param bundles what a rank's container holds; empty for an executable
 * @param warnings for the user
 */
public record Plan(
        Job job,
        Flavour flavour,
        String reason,
        Target target,
        List<String> command,
        Map<String, String> environment,
        List<String> removed,
        Map<String, String> exported,
        List<String> rankCommand,
        List<Path> bundles,
        List<String> warnings) {

    /**
     * The ranks' streams that the launcher reads from named pipes. Standard error always: its last line goes into the
     * report. Under MPI both, so that they are apart from what MPI's launcher has to say.
     */
    public List<String> pipedStreams(RunRequest.Output output) {
        boolean isStdoutPiped = flavour != Flavour.NONE || output.isTagged() || output.directory() != null;
        return isStdoutPiped ? List.of("stderr", "stdout") : List.of("stderr");
    }
}
