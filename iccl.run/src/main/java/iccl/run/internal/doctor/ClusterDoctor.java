package iccl.run.internal.doctor;

import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.cluster.Node;
import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.MpiInstallations;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.NodeProbes;
import iccl.run.internal.probe.ProbedNode;
import iccl.run.internal.ssh.InParallel.Outcome;
import iccl.run.internal.start.Compatibility;
import iccl.run.internal.start.FlavourChoice;
import iccl.run.internal.watch.GuardedJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The preflight of all nodes, at once, and of the cluster that they make. */
public final class ClusterDoctor {
    private final Installation installation;
    private final Map<String, String> environment;

    public ClusterDoctor(Installation installation, Map<String, String> environment) {
        this.installation = installation;
        this.environment = environment;
    }

    /**
     * @param launcher {@code auto}, or the flavour that the nodes are to have in common
     * @param areNewHostKeysAccepted as for a job
     */
    public ClusterReport examine(Cluster cluster, String launcher, boolean areNewHostKeysAccepted)
            throws IOException, InterruptedException {
        List<Node> nodes = cluster.nodes();
        List<Examination> examinations = new ArrayList<>();
        List<ProbedNode> reached = new ArrayList<>();
        try (GuardedJob guarded = GuardedJob.start(installation);
                NodeProbes probes = NodeProbes.open(installation, guarded.job(), nodes, areNewHostKeysAccepted)) {
            double askedAt = seconds();
            List<Outcome<ProbedNode>> outcomes = probes.each();
            double answeredAt = seconds();
            for (int i = 0; i < nodes.size(); i++) {
                examinations.add(
                        new Examination(nodes.get(i), checks(nodes.get(i), outcomes.get(i), askedAt, answeredAt)));
                ProbedNode result = outcomes.get(i).result();
                if (result != null) {
                    reached.add(result);
                }
            }
        }
        List<Check> together = reached.isEmpty() ? List.of() : together(reached, launcher, cluster.backendArguments());
        return new ClusterReport(cluster.describe(), cluster.warnings(), examinations, together);
    }

    private static double seconds() {
        return System.currentTimeMillis() / 1000.0;
    }

    private static List<Check> checks(Node node, Outcome<ProbedNode> outcome, double askedAt, double answeredAt) {
        ProbedNode probed = outcome.result();
        if (probed != null) {
            return NodeChecks.of(node, probed.facts(), askedAt, answeredAt);
        }
        var trouble = outcome.trouble();
        return List.of(
                trouble == null
                        ? Check.bad("ssh", "it gave no answer", "")
                        : Check.bad("ssh", trouble.reason(), trouble.remedy()));
    }

    /** What a program in Java would get, else what only executables would. */
    private FlavourChoice choose(String launcher, List<ProbedNode> nodes, List<String> words) {
        MpiInstallations here = new MpiInstallations(environment);
        try {
            return FlavourChoice.of(launcher, nodes, here, needs(true, words));
        } catch (UserMistake noJava) {
            return FlavourChoice.of(launcher, nodes, here, needs(false, words));
        }
    }

    private FlavourChoice.Needs needs(boolean areBindings, List<String> words) {
        return FlavourChoice.Needs.of(areBindings, mpiJarScript(), words, environment);
    }

    private Path mpiJarScript() {
        return installation.libexec().resolve("mpi-jar.sh");
    }

    private Check bindings(FlavourChoice choice) {
        try {
            Path jar = new MpiInstallations(environment)
                    .bindings(choice.launcher(), mpiJarScript())
                    .jar();
            return Check.ok("mpi.jar", jar.toString());
        } catch (UserMistake e) {
            return Check.warn("mpi.jar", "only executables can run with Open MPI: " + e.getMessage(), e.hint());
        }
    }

    /** What a job would be refused for. */
    private List<Check> together(List<ProbedNode> nodes, String launcher, List<String> words) {
        List<Check> checks = new ArrayList<>();
        try {
            Compatibility.check(nodes);
            checks.add(Check.ok("compatible", "byte order and folders allow one job"));
        } catch (UserMistake e) {
            checks.add(Check.bad("compatible", e.getMessage(), e.hint()));
        }
        try {
            FlavourChoice choice = choose(launcher, nodes, words);
            checks.add(Check.ok("mpi", choice.flavour().title() + ": " + choice.reason()));
            if (choice.flavour() == Flavour.OMPI) {
                checks.add(bindings(choice));
            }
        } catch (UserMistake e) {
            checks.add(Check.bad("mpi", e.getMessage(), e.hint()));
        }
        return checks;
    }
}
