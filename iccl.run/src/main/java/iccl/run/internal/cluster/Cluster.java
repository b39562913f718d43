package iccl.run.internal.cluster;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of a job, in the order in which ranks fill them, and what was said about all of them.
 *
 * @param source where the list comes from, for people: a file's path, an option, a batch system
 * @param nodes at least one
 * @param project the user's project on this machine ({@code common_dir}), absolute; null when not stated
 * @param backendArguments words for the command line of mpirun or mpiexec
 * @param launcherScript a script on the nodes that starts a rank: it gets the program and its arguments; null for none
 * @param excludes what of the project is not shipped, in the syntax of {@code .gitignore}
 * @param warnings for the user, such as keys that nobody knows
 */
public record Cluster(
        String source,
        List<Node> nodes,
        @Nullable Path project,
        List<String> backendArguments,
        @Nullable String launcherScript,
        List<String> excludes,
        List<String> warnings) {

    /** Nodes without anything in common. */
    public static Cluster of(String source, List<Node> nodes) {
        return new Cluster(source, nodes, null, List.of(), null, List.of(), List.of());
    }

    /** How many ranks it takes. */
    public int slots() {
        return nodes.stream().mapToInt(Node::slots).sum();
    }

    /** Such as {@code 4 nodes with 8 slots from /home/ann/cluster.yaml}. */
    public String describe() {
        return nodes.size() + (nodes.size() == 1 ? " node" : " nodes") + " with " + slots()
                + (slots() == 1 ? " slot" : " slots") + " from " + source;
    }
}
