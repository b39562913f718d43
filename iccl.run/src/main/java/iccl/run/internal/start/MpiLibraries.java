package iccl.run.internal.start;

import iccl.run.internal.launch.Job;
import iccl.run.internal.probe.NodeFacts;
import java.nio.file.Path;
import java.util.Map;

/**
 * Where a node has what Open MPI's Java bindings load. Java wants these under their plain names, in one folder: most nodes have
 * them so; on others links in the job's directory lead to them.
 *
 * @param bindings the path of the bindings' library
 * @param mpi the path of Open MPI's
 */
record MpiLibraries(String bindings, String mpi) {
    private static final String BINDINGS = "libmpi_java.so";
    private static final String MPI = "libmpi.so";
    /** Of the links, in the job's directory. */
    private static final String FOLDER = "mpi";

    static MpiLibraries of(NodeFacts facts) {
        return new MpiLibraries(facts.value("libmpi_java"), facts.value("libmpi"));
    }

    private String parent() {
        return bindings.substring(0, bindings.lastIndexOf('/') + 1);
    }

    private boolean areTogether() {
        return bindings.endsWith("/" + BINDINGS) && mpi.equals(parent() + MPI);
    }

    /**
     * For Java's library path.
     *
     * @param place the node's part of the job
     */
    Path folder(Job place) {
        return areTogether() ? Path.of(parent()) : place.directory().resolve(FOLDER);
    }

    /** Names in the job's directory and what they lead to. */
    Map<String, String> links() {
        return areTogether() ? Map.of() : Map.of(FOLDER + "/" + BINDINGS, bindings, FOLDER + "/" + MPI, mpi);
    }
}
