package iccl.run.internal.start;

import iccl.run.internal.container.BundleSelection;
import iccl.run.internal.container.BundleSelection.Purpose;
import iccl.run.internal.container.Installation;
import iccl.run.internal.deploy.Blob;
import iccl.run.internal.deploy.FileTree;
import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.JavaCommand;
import iccl.run.internal.launch.MpiInstallations;
import iccl.run.internal.launch.MpiInstallations.Bindings;
import iccl.run.internal.launch.NodePlan.PlannedBundle;
import iccl.run.internal.launch.Target;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.NodeFacts;
import iccl.run.internal.probe.ProbedNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which files each node is to have, and where it has them. */
final class NodeFiles {
    private static final List<String> SYSTEM_FOLDERS = List.of("/usr", "/bin", "/sbin", "/lib", "/opt");

    private final Installation installation;
    private final Flavour flavour;
    private final String platform;
    private final Target target;
    private final Path programHere;
    private final NodeJava image;
    private final Map<Path, Blob> blobs = new HashMap<>();
    private final Map<Integer, String> built = new HashMap<>();
    private final Map<ProbedNode, Parts> parts = new LinkedHashMap<>();

    /** What one node has. */
    private record Parts(
            FileTree runtime,
            @Nullable FileTree program,
            @Nullable FileTree mpiJar,
            @Nullable FileTree java,
            List<Path> bundles) {}

    /**
     * @param image makes a Java for nodes without one
     * @param programHere the user's file on this machine, compiled; of no meaning for an installed program
     */
    NodeFiles(
            Installation installation,
            Flavour flavour,
            String platform,
            Target target,
            Path programHere,
            NodeJava image) {
        this.image = image;
        this.installation = installation;
        this.flavour = flavour;
        this.platform = platform;
        this.target = target;
        this.programHere = programHere;
    }

    Target target() {
        return target;
    }

    /**
     * Works out what a node needs.
     *
     * @param bindings of Open MPI here, for nodes that lack them; null when not needed
     * @throws UserMistake when a node cannot have it
     */
    void add(ProbedNode node, @Nullable Bindings bindings) throws IOException, InterruptedException {
        List<Path> bundles = new BundleSelection(installation).select(Purpose.RANK, flavour.label(), platform(node));
        List<FileTree.Entry> files = new ArrayList<>();
        for (String library : JavaCommand.LIBRARIES) {
            files.add(new FileTree.Entry("lib/" + library + ".jar", blob(installation.library(library))));
        }
        for (Path bundle : bundles) {
            files.add(new FileTree.Entry("bundles/" + bundle.getFileName(), blob(bundle)));
        }
        parts.put(
                node,
                new Parts(
                        FileTree.of("the runtime", files),
                        isProgramShipped() ? single("the program", programHere) : null,
                        bindings != null ? mpiJarFor(node, bindings) : null,
                        image.treeFor(node),
                        bundles));
    }

    private FileTree single(String name, Path file) throws IOException {
        return FileTree.of(name, List.of(new FileTree.Entry(file.getFileName().toString(), blob(file))));
    }

    private Blob blob(Path file) throws IOException {
        Blob known = blobs.get(file);
        if (known == null) {
            known = Blob.of(file);
            blobs.put(file, known);
        }
        return known;
    }

    private FileTree mpiJarFor(ProbedNode node, Bindings bindings) throws IOException {
        Optional<NodeFacts.Mpi> mpi = node.facts().openMpi();
        if (node.facts().value("libmpi_java").isEmpty()) {
            throw new UserMistake(
                    node.node().label() + ": its Open MPI "
                            + mpi.map(NodeFacts.Mpi::version).orElse("") + " has no Java bindings (libmpi_java.so)",
                    "install them there: apt-get install libopenmpi-dev; or take -l mpich");
        }
        return single("mpi.jar", bindings.jar());
    }

    /** What belongs to the system, the node has by itself; its own is the one that fits it. */
    private boolean isProgramShipped() {
        return target.kind() != Target.Kind.INSTALLED && target.kind() != Target.Kind.BUILT && !isOfSystem();
    }

    private boolean isOfSystem() {
        return target.kind() == Target.Kind.EXECUTABLE
                && SYSTEM_FOLDERS.stream().anyMatch(folder -> programHere.startsWith(folder));
    }

    List<FileTree> trees(ProbedNode node) {
        Parts of = of(node);
        List<FileTree> trees = new ArrayList<>(List.of(of.runtime()));
        if (of.program() != null) {
            trees.add(of.program());
        }
        if (of.mpiJar() != null) {
            trees.add(of.mpiJar());
        }
        if (of.java() != null) {
            trees.add(of.java());
        }
        return trees;
    }

    private Parts of(ProbedNode node) {
        Parts found = parts.get(node);
        if (found == null) {
            throw new IllegalStateException("nothing is known of " + node.node().label());
        }
        return found;
    }

    /** The installation on a node. */
    Path home(ProbedNode node) {
        return Path.of(of(node).runtime().folder(node.facts().deployed()));
    }

    NodeFacts.Java java(ProbedNode node) {
        FileTree shipped = of(node).java();
        return shipped == null
                ? node.facts().java().orElseThrow()
                : new NodeFacts.Java(
                        Runtime.version().toString(),
                        shipped.folder(node.facts().deployed()));
    }

    List<PlannedBundle> bundles(ProbedNode node) {
        return target.isJava()
                ? of(node).bundles().stream()
                        .map(bundle -> new PlannedBundle(bundle, "wanted"))
                        .toList()
                : List.of();
    }

    String platform(ProbedNode node) {
        return node.node().type() == null ? platform : node.node().type();
    }

    @Nullable
    Path mpiJar(ProbedNode node) {
        FileTree tree = of(node).mpiJar();
        return tree == null ? null : Path.of(tree.folder(node.facts().deployed()), MpiInstallations.JAR);
    }

    /** @param paths where each node, by its index, has what it built */
    void setBuilt(Map<Integer, String> paths) {
        built.putAll(paths);
    }

    /** What a rank runs there: for a Java program what its main class is told, else a path. */
    List<String> program(ProbedNode node) {
        FileTree tree = of(node).program();
        String made = built.get(node.node().index());
        if (made != null) {
            return target.isJava() ? JavaCommand.program(target, Path.of(made)) : List.of(made);
        }
        Path there = tree == null
                ? programHere
                : Path.of(
                        tree.folder(node.facts().deployed()),
                        programHere.getFileName().toString());
        return target.isJava() ? JavaCommand.program(target, there) : List.of(there.toString());
    }
}
