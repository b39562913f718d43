package iccl.itest.embedding;

import iccl.itest.process.Icclrun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What an embedder takes from the archive, and the application that the tests embed. */
final class Archive {
    static final String APPLICATION = "iccl.examples.embedding";

    private Archive() {}

    /** A jar by its bundle's name. */
    static Path jar(String bundle) {
        for (String folder : new String[] {"bundles", "lib"}) {
            Path file = Icclrun.home().resolve(folder).resolve(bundle + ".jar");
            if (Files.exists(file)) {
                return file;
            }
        }
        throw new AssertionError("the archive holds no " + bundle);
    }

    static Path application() {
        Path target =
                Path.of("..").toAbsolutePath().normalize().resolve(APPLICATION).resolve("target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches(APPLICATION + "-[0-9].*\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + APPLICATION + " in " + target + "; run mvn package"));
        } catch (IOException e) {
            throw new AssertionError("cannot list " + target + "; run mvn package", e);
        }
    }
}
