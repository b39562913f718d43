package iccl.run.internal.cli;

import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.cluster.ClusterSource;
import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.UserMistake;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which machines; the same for all commands. */
final class ClusterOptions {
    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Run on the nodes of this cluster.yaml; icclrun template prints one to fill in.")
    @Nullable
    Path config;

    @Option(
            names = {"-H", "--host"},
            paramLabel = "HOSTS",
            description = "Run on these hosts: [user@]host[:slots], commas between. May be repeated.")
    List<String> hosts = new ArrayList<>();

    @Option(
            names = {"--hostfile", "--machinefile"},
            paramLabel = "FILE",
            description = "Run on the hosts of this file, as Open MPI, MPICH and Horovod have it.")
    @Nullable
    Path hostFile;

    @Option(
            names = "--accept-new-host-keys",
            description = "Take the ssh key of a host that is not known yet. A changed one is refused all the same.")
    boolean areNewHostKeysAccepted;

    /**
     * The nodes that the user or a batch system named; null for this machine alone.
     *
     * @throws UserMistake when they make no sense, also together with the launcher
     */
    @Nullable
    Cluster find(Map<String, String> environment, String launcher) {
        boolean isEmbedded = launcher.equals(Flavour.NONE.label());
        Cluster cluster = source().find(environment, !isEmbedded);
        if (cluster != null && isEmbedded && (config != null || !isHere(cluster, environment))) {
            throw new UserMistake(
                    "-l none keeps to this machine, and " + cluster.source() + " names others",
                    "leave one of them out");
        }
        return cluster;
    }

    private ClusterSource source() {
        return new ClusterSource(config, List.copyOf(hosts), hostFile);
    }

    /** These options again, for another launcher. */
    List<String> words() {
        List<String> words = new ArrayList<>();
        if (config != null) {
            words.addAll(List.of("-c", config.toString()));
        }
        hosts.forEach(each -> words.addAll(List.of("-H", each)));
        if (hostFile != null) {
            words.addAll(List.of("--hostfile", hostFile.toString()));
        }
        if (areNewHostKeysAccepted) {
            words.add("--accept-new-host-keys");
        }
        return words;
    }

    boolean isGiven() {
        return source().isGiven();
    }

    /** Whether it takes no ssh: hosts that are all this machine. A file says more than where, so it is never left out. */
    boolean isHere(Cluster cluster, Map<String, String> environment) {
        return config == null && ClusterSource.isThisMachine(cluster, host(environment));
    }

    private static String host(Map<String, String> environment) {
        return environment.getOrDefault(
                "SLURMD_NODENAME", iccl.run.internal.launch.Machine.here().host());
    }
}
