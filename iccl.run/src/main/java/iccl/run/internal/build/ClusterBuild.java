package iccl.run.internal.build;

import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.cluster.Node;
import iccl.run.internal.deploy.FileTree;
import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.ProbedNode;
import iccl.run.internal.ssh.InParallel;
import iccl.run.internal.ssh.NodeCommand;
import iccl.run.internal.ssh.NodeShell;
import iccl.run.internal.ssh.NodeUnreachable;
import iccl.run.internal.ssh.SshTrouble;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/** Builds the user's project on all nodes at once. When one fails, the others are stopped. */
public final class ClusterBuild {
    private static final Duration STEP_LIMIT = Duration.ofMinutes(2);
    private static final Duration BUILD_LIMIT = Duration.ofHours(4);

    private final Path project;
    private final Flavour flavour;
    private final Job job;
    private final FileTree files;
    private final Optional<BuildKind> kind;
    private final Consumer<String> notes;
    private final Function<ProbedNode, Path> homes;
    private final Path logs;
    private final Map<NodeCommand, String> running = new ConcurrentHashMap<>();
    private volatile boolean isFailed;

    private ClusterBuild(Settings settings, FileTree files, Optional<BuildKind> kind) {
        this.project = settings.project();
        this.flavour = settings.flavour();
        this.job = settings.job();
        this.notes = settings.notes();
        this.homes = settings.homes();
        this.logs = settings.logs();
        this.files = files;
        this.kind = kind;
    }

    /**
     * What a build is told.
     *
     * @param project its folder here
     * @param flavour of MPI
     * @param job whose guards end what is left of a build
     * @param logs a folder for each node's output
     * @param homes the installation on a node
     * @param notes for the user
     */
    public record Settings(
            Path project,
            Flavour flavour,
            Job job,
            Path logs,
            Function<ProbedNode, Path> homes,
            Consumer<String> notes) {}

    /** @throws UserMistake when there is nothing to build, or a node cannot */
    public static ClusterBuild prepare(Settings settings, Cluster cluster, List<ProbedNode> nodes) throws IOException {
        Optional<BuildKind> kind = BuildKind.of(settings.project());
        for (ProbedNode node : nodes) {
            if (node.node().build().command() != null) {
                continue;
            }
            BuildKind found = kind.orElseThrow(() -> new UserMistake(
                    "--build: " + settings.project() + " has no " + BuildKind.allSigns(),
                    "go to the project's folder, set common_dir, or say how to build with build_command"));
            String lacking = NodeBuild.lacking(node.node(), node.facts(), found);
            if (!lacking.isEmpty()) {
                throw new UserMistake(
                        node.node().label() + ": " + lacking,
                        "install it there, or say how to build with build_command in the cluster file");
            }
        }
        return new ClusterBuild(settings, ProjectFiles.of(settings.project(), cluster.excludes()), kind);
    }

    /** What each node is to have before it can build. */
    public FileTree files() {
        return files;
    }

    /** How it is built, for people. */
    public String describe(Node node) {
        String command = node.build().command();
        return command != null ? command : kind.map(BuildKind::title).orElse("nothing");
    }

    /** @throws UserMistake naming the node that failed, with its last lines */
    public void run(List<ProbedNode> nodes) throws InterruptedException {
        InParallel.all(nodes, ProbedNode::node, node -> {
            build(node);
            return true;
        });
    }

    private NodeBuild on(ProbedNode node) {
        String stated = node.node().build().command();
        String command = stated != null
                ? stated
                : kind.orElseThrow().script(node.node().build().cmakeFlags());
        String key = project.getFileName() + "-" + Integer.toHexString(project.hashCode());
        return new NodeBuild(
                node, flavour, files, key, command, homes.apply(node).toString());
    }

    private void build(ProbedNode node) throws NodeUnreachable, IOException, InterruptedException {
        NodeBuild build = on(node);
        NodeShell.Answer answer = node.shell().run(build.synchronise(), STEP_LIMIT);
        if (answer.status() != 0) {
            throw new NodeUnreachable(new SshTrouble(
                    "cannot copy the project to " + build.folder() + ": "
                            + node.shell().lastError(),
                    ""));
        }
        if (answer.text().strip().equals("done")) {
            notes.accept(node.node().label() + ": the build is up to date");
            return;
        }
        notes.accept(node.node().label() + ": building with " + describe(node.node()) + " in " + build.folder());
        try (BuildLog log = BuildLog.open(logs, node.node(), node.shell().greeting());
                NodeCommand command = NodeCommand.start(node.shell())) {
            running.put(command, node.node().label());
            if (isFailed) {
                return;
            }
            NodeCommand.Result result = command.runWatched(build.build(job), log::accept, BUILD_LIMIT);
            running.remove(command);
            if (result.status() != 0 && !isFailed) {
                isFailed = true;
                running.keySet().forEach(NodeCommand::close);
                throw new NodeUnreachable(new SshTrouble(
                        "the build failed: exit status " + result.status() + ", log " + log.file() + "\n"
                                + log.tail().indent(6).stripTrailing(),
                        ""));
            }
        }
    }

    /**
     * Where each node has a program that was built.
     *
     * @throws UserMistake naming the nodes that have none
     */
    public Map<Integer, String> find(List<ProbedNode> nodes, String program) throws InterruptedException {
        List<String> paths = InParallel.all(nodes, ProbedNode::node, node -> {
            String path =
                    node.shell().run(on(node).find(program), STEP_LIMIT).text().strip();
            if (path.isEmpty()) {
                throw new NodeUnreachable(
                        new SshTrouble("the build left no program '" + program + "' in " + on(node).folder(), ""));
            }
            return path;
        });
        Map<Integer, String> found = new ConcurrentHashMap<>();
        List<Integer> places =
                new ArrayList<>(nodes.stream().map(node -> node.node().index()).toList());
        for (int i = 0; i < places.size(); i++) {
            found.put(places.get(i), paths.get(i));
        }
        return found;
    }
}
