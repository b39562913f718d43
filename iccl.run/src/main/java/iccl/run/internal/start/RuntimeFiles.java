package iccl.run.internal.start;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.JavaCommand;
import iccl.run.internal.launch.Target.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What every node gets of an installation, whatever it is. Only what its job can use: with many nodes, each byte is sent,
 * received, checked and stored as often.
 */
final class RuntimeFiles {
    /** A node gets those of the launcher's classes that ranks need, under the name of all. */
    private static final String LAUNCHER = "iccl.run";

    private static final String RANKS = "iccl.run.jar";

    /** What programs in Java may share with those of the installation. */
    private static final String FOR_JAVA = "picocli";

    private static final List<String> FOR_C = List.of("lib/iccl.capi.jar", "lib/libinfiniccl.so");
    private static final List<String> FOR_COMPILERS = List.of("lib/cmake", "lib/pkgconfig", "include");

    private RuntimeFiles() {}

    /** Whatever the job runs. */
    static SortedMap<String, Path> all(Installation installation) throws IOException {
        return of(installation, Kind.BUILT);
    }

    /** The files here, by their paths in the installation there. */
    static SortedMap<String, Path> of(Installation installation, Kind program) throws IOException {
        SortedMap<String, Path> files = new TreeMap<>();
        for (String library : JavaCommand.LIBRARIES) {
            boolean isLauncher = library.equals(LAUNCHER);
            if (program != Kind.EXECUTABLE || !library.equals(FOR_JAVA)) {
                files.put(
                        "lib/" + library + ".jar",
                        isLauncher ? installation.libexec().resolve(RANKS) : installation.library(library));
            }
        }
        if (program == Kind.EXECUTABLE || program == Kind.BUILT) {
            add(FOR_C, installation, files);
        }
        if (program == Kind.BUILT) {
            add(FOR_COMPILERS, installation, files);
        }
        return files;
    }

    private static void add(List<String> names, Installation installation, SortedMap<String, Path> files)
            throws IOException {
        for (String name : names) {
            Path place = installation.home().resolve(name);
            if (Files.exists(place)) {
                try (Stream<Path> tree = Files.walk(place)) {
                    tree.filter(Files::isRegularFile)
                            .forEach(file -> files.put(
                                    installation.home().relativize(file).toString(), file));
                }
            }
        }
    }
}
