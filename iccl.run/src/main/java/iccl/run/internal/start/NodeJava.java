package iccl.run.internal.start;

import iccl.run.internal.deploy.FileTree;
import iccl.run.internal.deploy.RuntimeImage;
import iccl.run.internal.launch.Machine;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.NodeFacts;
import iccl.run.internal.probe.ProbedNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A Java for nodes that have none, or only an old one. */
final class NodeJava {
    private static final Map<String, String> ARCHITECTURES = Map.of("amd64", "x86_64", "aarch64", "aarch64");

    private final Path cache;
    private final Consumer<String> notes;
    private @Nullable FileTree image;

    /**
     * @param cache the user's folder for what can be made again
     * @param notes for the user
     */
    NodeJava(Path cache, Consumer<String> notes) {
        this.cache = cache;
        this.notes = notes;
    }

    /**
     * What has to be shipped; null when the node has a Java of its own.
     *
     * @throws UserMistake when there is none for it
     */
    @Nullable
    FileTree treeFor(ProbedNode node) throws IOException, InterruptedException {
        NodeFacts facts = node.facts();
        if (facts.java().isPresent()) {
            return null;
        }
        String label = node.node().label();
        if (node.node().javaHome() != null) {
            String found = facts.javas().isEmpty()
                    ? "no Java"
                    : "Java " + facts.javas().get(0).version();
            throw new UserMistake(
                    label + ": its java_home " + node.node().javaHome() + " holds " + found,
                    "name a folder with bin/java of version 17 or newer, or leave java_home out to let icclrun look");
        }
        String here = ARCHITECTURES.getOrDefault(System.getProperty("os.arch"), System.getProperty("os.arch"));
        String glibcHere = Machine.glibc();
        if (!here.equals(facts.architecture()) || !isAtLeast(facts.value("glibc"), glibcHere)) {
            throw new UserMistake(
                    label + " has no Java 17 or newer, and this machine's does not run there: here " + here
                            + " with glibc " + glibcHere + ", there " + facts.architecture() + " with glibc "
                            + facts.value("glibc"),
                    "install one there: apt-get install default-jre-headless; or name one with java_home");
        }
        FileTree made = image == null ? make(label) : image;
        image = made;
        if (!facts.all("have_trees").contains(made.id())) {
            notes.accept(label + " has no Java 17 or newer: shipping one made from the JDK here");
        }
        return made;
    }

    private FileTree make(String label) throws IOException, InterruptedException {
        try {
            return RuntimeImage.ofThisJava(cache).tree();
        } catch (UserMistake e) {
            throw new UserMistake(label + " has no Java 17 or newer, and " + e.getMessage(), e.hint());
        }
    }

    /** Whether a version such as 2.36 is another or newer. */
    static boolean isAtLeast(String version, String other) {
        if (!version.matches("[0-9]+\\.[0-9]+.*") || !other.matches("[0-9]+\\.[0-9]+.*")) {
            return false;
        }
        String[] left = version.split("\\.");
        String[] right = other.split("\\.");
        int major = Integer.compare(Integer.parseInt(left[0]), Integer.parseInt(right[0]));
        return major > 0 || (major == 0 && Integer.parseInt(left[1]) >= Integer.parseInt(right[1]));
    }
}
