package iccl.run.internal.start;

import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.Machine;
import iccl.run.internal.launch.MpiInstallations.Launcher;
import iccl.run.internal.probe.NodeFacts.Address;
import iccl.run.internal.probe.ProbedNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How MPI's launcher is called for a cluster, and what it, its daemons and the ranks find in their environment.
 *
 * @param job the launcher's place
 * @param launcher MPI's
 * @param placements where the ranks are
 * @param userWords what the user adds to the command line
 */
record MpiCommandLine(Job job, Flavour flavour, Launcher launcher, List<Placement> placements, List<String> userWords) {
    /** A rank's script is another one on each node; MPI's daemon there knows where it lies. */
    private static final List<String> RANK = List.of("/bin/sh", "-c", "exec /bin/sh \"$ICCL_JOB_DIR/rank.sh\"");

    private int ranks() {
        return placements.stream().mapToInt(Placement::rankCount).sum();
    }

    private List<ProbedNode> nodes() {
        return placements.stream().map(Placement::node).toList();
    }

    List<String> command() {
        // In a session of its own it does not hear the terminal's Ctrl-C; that is for icclrun.
        List<String> words = new ArrayList<>(List.of("setsid"));
        words.addAll(flavour == Flavour.OMPI ? openMpi() : hydra());
        words.addAll(userWords);
        words.addAll(RANK);
        return words;
    }

    private List<String> openMpi() {
        // By its name: called by its path, it would expect the same path on every node.
        String name = launcher.command().getFileName().toString();
        List<String> words = new ArrayList<>(List.of(name, "-n", Integer.toString(ranks())));
        words.addAll(List.of("--hostfile", new MpiFiles(job).hosts().toString(), "--wdir", "/", "--bind-to", "none"));
        if (launcher.major() >= 5) {
            words.addAll(List.of("--map-by", "slot:OVERSUBSCRIBE"));
        } else {
            words.addAll(List.of("--map-by", "slot", "--oversubscribe"));
        }
        return words;
    }

    private List<String> hydra() {
        MpiFiles files = new MpiFiles(job);
        List<String> words = new ArrayList<>(List.of(launcher.command().toString()));
        words.addAll(List.of("-f", files.hosts().toString(), "-n", Integer.toString(ranks())));
        words.addAll(List.of("-launcher", "ssh", "-launcher-exec", files.agent().toString()));
        // Each node has its own environment, and its own place to work in.
        words.addAll(List.of("-genvnone", "-wdir", "/"));
        Networks.ofLauncherForHydra(nodes()).ifPresent(address -> words.addAll(List.of("-localhost", address)));
        return words;
    }

    /** For MPI's launcher here. Open MPI hands its own parameters on to all. */
    Map<String, String> launcherEnvironment(boolean isRoot) {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("TMPDIR", job.directory().toString());
        if (flavour != Flavour.OMPI) {
            return variables;
        }
        if (isRoot) {
            variables.putAll(rootVariables());
        }
        String agent = "/bin/sh " + new MpiFiles(job).agent();
        for (String prefix : List.of("OMPI_MCA_plm_rsh", "PRTE_MCA_plm_ssh")) {
            variables.put(prefix + "_agent", agent);
            // Nodes need no keys for each other: all connections are ours.
            variables.put(prefix + "_no_tree_spawn", "1");
        }
        if (isCrowded()) {
            variables.put("OMPI_MCA_mpi_yield_when_idle", "1");
        }
        if (launcher.major() >= 5 && !StrippedNames.isUsersChoice(userWords, Map.of())) {
            StrippedNames.of(nodes(), Machine.here().host())
                    .prefixes()
                    .ifPresent(text -> variables.put("PRTE_MCA_prte_strip_prefix", text));
        }
        if (!isUsersChoice("tcp_if_")) {
            addNetwork(variables);
        }
        return variables;
    }

    private boolean isUsersChoice(String parameter) {
        return userWords.stream().anyMatch(word -> word.contains(parameter));
    }

    private void addNetwork(Map<String, String> variables) {
        Networks.common(nodes()).ifPresent(network -> {
            variables.put("OMPI_MCA_btl_tcp_if_include", network.asText());
            if (launcher.major() >= 5) {
                // Both its ranks and its daemons look for the network among IPv6 addresses, too, and say that it is not
                // there; ranks can be told not to, and daemons find each other by themselves.
                variables.put("OMPI_MCA_btl_tcp_disable_family", "6");
            } else if (Networks.ofLauncher(nodes()).filter(network::contains).isPresent()) {
                variables.put("OMPI_MCA_oob_tcp_if_include", network.asText());
            }
        });
    }

    /** Ranks that wait busily must let others run where there are more of them than cores, or hardly fewer. */
    private boolean isCrowded() {
        Map<String, Integer> ranksOfMachine = new LinkedHashMap<>();
        for (Placement placement : placements) {
            ranksOfMachine.merge(placement.node().facts().value("machine"), placement.rankCount(), Integer::sum);
        }
        return placements.stream()
                .anyMatch(placement ->
                        ranksOfMachine.getOrDefault(placement.node().facts().value("machine"), 0)
                                >= placement.node().facts().cores());
    }

    private static Map<String, String> rootVariables() {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String runtime : List.of("OMPI", "PRTE")) {
            variables.put(runtime + "_ALLOW_RUN_AS_ROOT", "1");
            variables.put(runtime + "_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        }
        return variables;
    }

    /** For MPI's daemon and the ranks of a node. */
    Map<String, String> nodeEnvironment(Placement placement) {
        Job place = job.onNode(placement.node().node().index());
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("TMPDIR", place.directory().toString());
        // UCX would catch SIGSEGV, which the JVM needs for itself.
        variables.put("UCX_ERROR_SIGNALS", "");
        variables.put("UCX_LOG_LEVEL", "error");
        variables.put("UCX_POSIX_DIR", place.memory().toString());
        if (flavour == Flavour.OMPI) {
            if (placement.node().facts().isRoot()) {
                variables.putAll(rootVariables());
            }
            variables.put("OMPI_MCA_btl_vader_backing_directory", place.memory().toString());
            variables.put("OMPI_MCA_btl_sm_backing_directory", place.memory().toString());
        } else {
            addMpichNetwork(placement, variables);
            if (isCrowded()) {
                variables.put("MPIR_CVAR_CH4_PROGRESS_THROTTLE", "1");
            }
        }
        return variables;
    }

    private void addMpichNetwork(Placement placement, Map<String, String> variables) {
        Optional<Address> found =
                Networks.common(nodes()).flatMap(network -> Networks.address(network, placement.node()));
        if (found.isEmpty()) {
            return;
        }
        Address address = found.get();
        variables.put(
                "MPIR_CVAR_CH3_INTERFACE_HOSTNAME", address.network().address().getHostAddress());
        variables.put("FI_TCP_IFACE", address.networkInterface());
        variables.put("FI_SOCKETS_IFACE", address.networkInterface());
        if (placement.node().facts().all("infiniband").isEmpty()) {
            variables.put("UCX_NET_DEVICES", address.networkInterface());
        }
    }
}
