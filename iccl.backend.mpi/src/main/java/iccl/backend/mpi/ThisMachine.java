package iccl.backend.mpi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
    private static final long LIMIT_SECONDS = 2;

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
    public Optional<String> output(Path program, String... arguments) {
        Path output = null;
        try {
            output = Files.createTempFile("iccl-output-", ".txt");
            return run(program, arguments, output) ? Optional.of(Files.readString(output)) : Optional.empty();
        } catch (IOException failure) {
            LOG.debug("cannot ask {}", program, failure);
            return Optional.empty();
        } finally {
            delete(output);
        }
    }

    /** The output goes to a file: reading a pipe could wait for a grandchild. */
    private static boolean run(Path program, String[] arguments, Path output) throws IOException {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile());
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        Process process = builder.start();
        try {
            if (process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
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
