package iccl.backend.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The machine that this process runs on. */
public final class ThisMachine implements Machine {
    private static final Logger LOG = LoggerFactory.getLogger(ThisMachine.class);
    private static final long VERSION_SECONDS = 2;

    @Override
    public Map<String, String> environment() {
        return System.getenv();
    }

    @Override
    public String property(String name) {
        return System.getProperty(name, "");
    }

    @Override
    public boolean isFile(Path path) {
        return Files.isRegularFile(path);
    }

    @Override
    public List<String> list(Path folder) {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (IOException none) {
            LOG.debug("cannot list {}", folder, none);
            return List.of();
        }
    }

    @Override
    public Optional<Path> program(String name) {
        return Stream.of(environment().getOrDefault("PATH", "").split(":"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }

    @Override
    public Optional<String> versionOf(Path program) {
        Path output = null;
        try {
            output = Files.createTempFile("iccl-version-", ".txt");
            return run(program, output) ? Optional.of(Files.readString(output)) : Optional.empty();
        } catch (IOException failure) {
            LOG.debug("cannot ask {} for its version", program, failure);
            return Optional.empty();
        } finally {
            delete(output);
        }
    }

    /** The output goes to a file: reading a pipe could wait for a grandchild. */
    private static boolean run(Path program, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.toString(), "--version")
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile());
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Process process = builder.start();
        try {
            if (process.waitFor(VERSION_SECONDS, TimeUnit.SECONDS)) {
                return process.exitValue() == 0;
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return false;
    }

    private static void delete(@Nullable Path output) {
        try {
            if (output != null) {
                Files.deleteIfExists(output);
            }
        } catch (IOException failure) {
            LOG.warn("cannot delete {}: {}", output, failure.getMessage());
        }
    }
}
