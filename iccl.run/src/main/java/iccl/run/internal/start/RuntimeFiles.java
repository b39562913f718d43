package iccl.run.internal.start;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What every node gets of an installation, whatever it is: what ranks have on their class path, and the C interface. */
final class RuntimeFiles {
    private static final List<String> C_INTERFACE =
            List.of("lib/iccl.capi.jar", "lib/libinfiniccl.so", "lib/cmake", "lib/pkgconfig", "include");

    private RuntimeFiles() {}

    static List<Path> of(Installation installation) throws IOException {
        List<Path> files = new ArrayList<>();
        JavaCommand.LIBRARIES.forEach(library -> files.add(installation.library(library)));
        for (String name : C_INTERFACE) {
            Path place = installation.home().resolve(name);
            if (Files.exists(place)) {
                try (Stream<Path> tree = Files.walk(place)) {
                    tree.filter(Files::isRegularFile).forEach(files::add);
                }
            }
        }
        return files;
    }
}
