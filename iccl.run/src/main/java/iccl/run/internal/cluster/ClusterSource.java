package iccl.run.internal.cluster;

import iccl.run.internal.launch.UserMistake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the user says the nodes come from.
 *
 * @param config the value of {@code -c}
 * @param hosts the values of {@code -H}
 * @param hostFile the value of {@code --hostfile}
 */
public record ClusterSource(@Nullable Path config, List<String> hosts, @Nullable Path hostFile) {

    /** Whether the user named nodes; a batch system's do not count. */
    public boolean isGiven() {
        return !given().isEmpty();
    }

    private List<String> given() {
        List<String> given = new ArrayList<>();
        if (config != null) {
            given.add("-c");
        }
        if (!hosts.isEmpty()) {
            given.add("-H");
        }
        if (hostFile != null) {
            given.add("--hostfile");
        }
        return given;
    }

    /**
     * The nodes that the user named, or those of the batch job that the launcher runs in; null for this machine alone.
     *
     * @param isBatchWanted whether a batch job's nodes are taken when the user named none
     * @throws UserMistake when they make no sense
     */
    public @Nullable Cluster find(Map<String, String> environment, boolean isBatchWanted) {
        List<String> given = given();
        if (given.size() > 1) {
            throw new UserMistake(String.join(" and ", given) + " both name hosts", "give one of them");
        }
        if (config != null) {
            return ClusterFile.read(config);
        }
        if (hostFile != null) {
            return HostSource.ofFile(hostFile);
        }
        if (!hosts.isEmpty()) {
            return HostSource.ofOption(hosts);
        }
        return isBatchWanted ? new BatchSystem(environment).find() : null;
    }

    /**
     * Whether all nodes are this machine, by a name that leaves no doubt, and as the user who asks.
     *
     * @param host this machine's name
     */
    public static boolean isThisMachine(Cluster cluster, String host) {
        return cluster.nodes().stream().allMatch(node -> {
            boolean isByName =
                    node.access().equals(Node.Access.DEFAULT) && node.host().equals(host);
            return isByName || node.isLocal();
        });
    }
}
