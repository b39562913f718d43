package iccl.run.internal.probe;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.MpiInstallations;
import iccl.run.internal.launch.ShellText;
import iccl.run.internal.ssh.InParallel;
import iccl.run.internal.ssh.InParallel.Outcome;
import iccl.run.internal.ssh.NodeShell;
import iccl.run.internal.ssh.NodeUnreachable;
import iccl.run.internal.ssh.SshCommand;
import iccl.run.internal.ssh.SshConfiguration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Connects to all nodes at once and examines each, in one round trip. */
public final class NodeProbes implements AutoCloseable {
    private static final String DEFAULT_INSTALL_DIRECTORY = "~/.iccl";
    /** The connection and the script; an overloaded node takes its time. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final String script;
    private final List<NodeShell> shells;

    private NodeProbes(String script, List<NodeShell> shells) {
        this.script = script;
        this.shells = shells;
    }

    /** @param job whose guard ends the connections, however this process ends */
    public static NodeProbes open(Installation installation, Job job, List<Node> nodes, boolean areNewHostKeysAccepted)
            throws IOException, InterruptedException {
        return open(installation, job, nodes, areNewHostKeysAccepted, SshConfiguration::text);
    }

    /** @param source of ssh's configuration */
    public static NodeProbes open(
            Installation installation,
            Job job,
            List<Node> nodes,
            boolean areNewHostKeysAccepted,
            SshConfiguration.Source source)
            throws IOException, InterruptedException {
        String script = Files.readString(installation.libexec().resolve("probe.sh"), StandardCharsets.UTF_8);
        Path configuration = SshConfiguration.make(job.directory(), nodes, source);
        List<NodeShell> shells = new ArrayList<>();
        for (Node node : nodes) {
            Path socket = job.directory().resolve("ssh-" + node.index());
            shells.add(NodeShell.open(
                    new SshCommand(node, socket, areNewHostKeysAccepted, configuration), Map.of("ICCL_JOB", job.id())));
        }
        return new NodeProbes(script, shells);
    }

    /**
     * What a job's start needs to know.
     *
     * @param launcher that the job asks for
     * @param versions of MPI's launchers, as {@link iccl.run.internal.launch.MpiInstallations#versions} has them
     * @throws iccl.run.internal.launch.UserMistake with the reason and the remedy for each node that does not answer
     */
    public List<ProbedNode> all(String launcher, String versions) throws InterruptedException {
        String asked = asked("", launcher, versions);
        return InParallel.all(shells, NodeShell::node, shell -> probe(shell, asked));
    }

    /** All there is to know, and the troubles of each. */
    public List<Outcome<ProbedNode>> each() throws InterruptedException {
        String asked = asked("yes", "auto", "");
        return InParallel.outcomes(shells, shell -> probe(shell, asked));
    }

    private static String asked(String all, String launcher, String versions) {
        return "all=" + all
                + "\nlaunchers=" + quote(String.join(" ", MpiInstallations.commands(launcher)))
                + "\nknown=" + quote(versions)
                + "\n";
    }

    private ProbedNode probe(NodeShell shell, String asked) throws NodeUnreachable, InterruptedException {
        String answer =
                shell.run(settings(shell.node()) + asked + script, LIMIT).text();
        return new ProbedNode(shell.node(), shell, NodeFacts.parse(answer));
    }

    private static String settings(Node node) {
        return NodeEnvironment.script(node)
                + "install="
                + quote(node.installDirectory() == null ? DEFAULT_INSTALL_DIRECTORY : node.installDirectory())
                + "\njava_home=" + quote(node.javaHome())
                + "\nwork=" + quote(node.workDirectory())
                + "\n";
    }

    private static String quote(@Nullable String text) {
        return text == null ? "''" : ShellText.quote(text);
    }

    /** Ends the connections. */
    @Override
    public void close() {
        shells.forEach(NodeShell::close);
    }
}
