package iccl.run.internal.start;

import iccl.run.internal.deploy.Blob;
import iccl.run.internal.deploy.FileTree;
import iccl.run.internal.launch.MpiInstallations;
import iccl.run.internal.launch.MpiInstallations.Bindings;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.probe.NodeFacts;
import iccl.run.internal.probe.ProbedNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Open MPI's Java bindings on a node: ours, or its own where its Open MPI is of another version.
 *
 * @param shipped null when the node has its own
 * @param own its path there; empty when it is shipped
 */
record MpiJar(@Nullable FileTree shipped, String own) {
    /** Knows a file's hash. */
    interface Blobs {
        Blob of(Path file) throws IOException;
    }

    /**
     * Null when a node has none and can do without.
     *
     * @param here ours
     * @throws UserMistake when it cannot
     */
    static @Nullable MpiJar of(ProbedNode node, Bindings here, boolean isNeeded, Blobs blobs) throws IOException {
        String version = node.facts().openMpi().map(NodeFacts.Mpi::version).orElse("");
        String own = node.facts().value("mpi_jar");
        boolean hasLibrary = !node.facts().value("libmpi_java").isEmpty();
        if (hasLibrary && release(version).equals(release(here.version()))) {
            Blob jar = blobs.of(here.jar());
            return new MpiJar(FileTree.of(List.of(new FileTree.Entry(MpiInstallations.JAR, jar))), "");
        }
        if (hasLibrary && !own.isEmpty()) {
            return new MpiJar(null, own);
        }
        if (isNeeded) {
            throw new UserMistake(
                    obstacle(node, here), "install libopenmpi-dev of the same version there, or take -l mpich");
        }
        return null;
    }

    /** Why a node cannot have them; empty when it can. */
    static String obstacle(ProbedNode node, Bindings here) {
        String version = node.facts().openMpi().map(NodeFacts.Mpi::version).orElse("");
        String prefix = node.node().label() + ": its Open MPI " + version;
        if (node.facts().value("libmpi_java").isEmpty()) {
            return prefix + " has no Java bindings (libmpi_java.so)";
        }
        boolean isLacking = !release(version).equals(release(here.version()))
                && node.facts().value("mpi_jar").isEmpty();
        return isLacking ? prefix + " has no mpi.jar, and ours is of version " + here.version() : "";
    }

    /** Such as 4.1 for 4.1.4: within a release the bindings do not change. */
    private static String release(String version) {
        String[] numbers = version.split("\\.");
        return numbers.length < 2 ? version : numbers[0] + "." + numbers[1];
    }

    Path path(ProbedNode node) {
        return shipped == null
                ? Path.of(own)
                : Path.of(shipped.folder(node.facts().deployed()), MpiInstallations.JAR);
    }
}
