package iccl.run.internal.start;

import iccl.run.internal.container.Installation;
import iccl.run.internal.deploy.Blob;
import iccl.run.internal.deploy.FileTree;
import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.Interpreter;
import iccl.run.internal.launch.JavaCommand;
import iccl.run.internal.launch.MpiInstallations.Bindings;
import iccl.run.internal.launch.NodePlan.PlannedBundle;
import iccl.run.internal.launch.Target;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.NodeFacts;
import iccl.run.internal.probe.ProbedNode;
import iccl.run.internal.resolve.RuntimeResolver;
import iccl.run.internal.text.ProgramJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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
    private final Preparation preparation;
    private final Map<Path, Blob> blobs = new HashMap<>();
    private final Map<List<String>, List<PlannedBundle>> resolved = new HashMap<>();
    private final Map<List<PlannedBundle>, FileTree> runtimes = new HashMap<>();
    private final Map<Integer, String> built = new HashMap<>();
    private final Map<ProbedNode, Parts> parts = new LinkedHashMap<>();

    /** What one node has. */
    private record Parts(
            FileTree runtime,
            @Nullable FileTree program,
            @Nullable MpiJar mpiJar,
            @Nullable FileTree java,
            List<PlannedBundle> bundles) {}

    /**
     * What the ranks run.
     *
     * @param here the user's file on this machine, compiled; of no meaning for an installed program
     */
    record Program(Target target, Path here) {}

    /**
     * @param platform {@code auto}, or what nodes get that state no type
     * @param image makes a Java for nodes without one
     */
    NodeFiles(Preparation preparation, Flavour flavour, String platform, Program program, NodeJava image)
            throws IOException, InterruptedException {
        this.image = image;
        this.preparation = preparation;
        this.installation = preparation.installation();
        this.flavour = flavour;
        this.platform = platform;
        this.target = program.target();
        this.programHere = program.here();
        this.blobs.putAll(preparation.blobs());
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
        FileTree java = image.treeFor(node);
        int major = java == null
                ? node.facts().java().orElseThrow().major()
                : Runtime.version().feature();
        List<PlannedBundle> bundles = bundles(node, major);
        parts.put(
                node,
                new Parts(
                        runtime(bundles),
                        isProgramShipped() ? single(programHere) : null,
                        bindings == null ? null : MpiJar.of(node, bindings, target.isJava(), this::blob),
                        java,
                        bundles));
    }

    private FileTree runtime(List<PlannedBundle> bundles) throws IOException, InterruptedException {
        FileTree known = runtimes.get(bundles);
        if (known == null) {
            List<FileTree.Entry> files = new ArrayList<>();
            for (Map.Entry<String, Path> file :
                    RuntimeFiles.of(installation, target.kind()).entrySet()) {
                files.add(new FileTree.Entry(file.getKey(), blob(file.getValue())));
            }
            for (PlannedBundle bundle : bundles) {
                files.add(new FileTree.Entry("bundles/" + bundle.file().getFileName(), blob(bundle.file())));
            }
            known = FileTree.of(files);
            runtimes.put(bundles, known);
        }
        return known;
    }

    /** Nodes that are alike need the same. */
    private List<PlannedBundle> bundles(ProbedNode node, int javaMajor) throws IOException, InterruptedException {
        String backend = flavour == Flavour.OMPI ? "openmpi" : "mpich";
        String programBundle = target.kind() == Target.Kind.INSTALLED ? programBundle() : "";
        RuntimeResolver.Purpose purpose =
                new RuntimeResolver.Purpose(backend, platform(node), programBundle, target.name());
        List<String> kind = List.of(
                purpose.toString(),
                Integer.toString(javaMajor),
                node.facts().architecture(),
                node.facts().all("mpi").toString(),
                node.facts().all("pci").toString(),
                node.facts().all("device").toString());
        List<PlannedBundle> known = resolved.get(kind);
        if (known == null) {
            known = preparation.resolver().resolve(node.node().label(), node.facts(), javaMajor, purpose);
            resolved.put(kind, known);
        }
        return known;
    }

    /** The bundle that holds the installed program. */
    private String programBundle() throws IOException {
        try (Stream<Path> files = Files.list(installation.bundles())) {
            for (Path file :
                    (Iterable<Path>) files.filter(bundle -> bundle.toString().endsWith(".jar"))::iterator) {
                if (ProgramJar.read(file).programs().contains(target.name())) {
                    return file.getFileName().toString().replaceFirst("\\.jar$", "");
                }
            }
        }
        throw new IllegalStateException("no bundle holds " + target.name());
    }

    private FileTree single(Path file) throws IOException {
        return FileTree.of(List.of(new FileTree.Entry(file.getFileName().toString(), blob(file))));
    }

    private Blob blob(Path file) throws IOException {
        Blob known = blobs.get(file);
        if (known == null) {
            known = Blob.of(file);
            blobs.put(file, known);
        }
        return known;
    }

    /** @throws UserMistake when the program is shipped as it is and cannot run on one of them */
    void checkProgram(List<ProbedNode> nodes) throws IOException {
        if (target.kind() == Target.Kind.EXECUTABLE && isProgramShipped()) {
            Interpreter.checkForAnyMachine(programHere);
            ForeignProgram.check(programHere, nodes);
        }
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
        if (of.mpiJar() != null && of.mpiJar().shipped() != null) {
            trees.add(of.mpiJar().shipped());
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
        return of(node).bundles();
    }

    String platform(ProbedNode node) {
        return node.node().type() == null ? platform : node.node().type();
    }

    @Nullable
    Path mpiJar(ProbedNode node) {
        MpiJar jar = of(node).mpiJar();
        return jar == null ? null : jar.path(node);
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
