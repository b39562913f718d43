package iccl.backend.mpi;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a probe may look at: the environment, files, and what a program says about its version. */
public interface Machine {
    Map<String, String> environment();

    /** A system property of the JVM, or the empty string. */
    String property(String name);

    /** Whether that is a file, links followed. */
    boolean isFile(Path path);

    /** The names in a folder; none when there is no such folder. */
    List<String> list(Path folder);

    /** The first program of that name in PATH. */
    Optional<Path> program(String name);

    /** What a program prints; empty when it fails or takes too long. */
    Optional<String> output(Path program, String... arguments);

    /** What a program prints when it is asked for its version; empty when it fails or takes too long. */
    default Optional<String> versionOf(Path program) {
        return output(program, "--version");
    }
}
