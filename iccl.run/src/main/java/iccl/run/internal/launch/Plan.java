package iccl.run.internal.launch;

import java.util.List;
import java.util.Map;

/**
 * Exactly what will be started.
 *
 * @param job the run's identity, and the place of the launcher's own files
 * @param flavour who starts the ranks
 * @param reason why that one
 * @param target what each rank runs
 * @param command started once for MPI, once per rank for {@link Flavour#NONE}
 * @param environment added to the command's environment
 * @param removed variables taken out of it
 * @param pipedStreams the ranks' streams that are read from named pipes
 * @param nodes where the ranks are, in the order of their numbers
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
        List<String> pipedStreams,
        List<NodePlan> nodes,
        List<String> warnings) {

    /**
     * Standard error always: its last line goes into the report. Under MPI both, so that they are apart from what MPI's
     * launcher has to say.
     */
    public static List<String> pipedStreams(Flavour flavour, RunRequest.Output output) {
        boolean isStdoutPiped = flavour != Flavour.NONE || output.isTagged() || output.directory() != null;
        return isStdoutPiped ? List.of("stderr", "stdout") : List.of("stderr");
    }

    /** Where a rank is. */
    public NodePlan nodeOf(int rank) {
        return nodes.stream()
                .filter(node -> node.ranks().contains(rank))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no rank " + rank));
    }
}
