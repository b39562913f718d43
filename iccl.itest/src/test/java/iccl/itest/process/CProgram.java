package iccl.itest.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** C programs of src/test/programs, compiled as a user would against an installation, and other commands of his. */
final class CProgram {
    private static final Path SOURCES = Path.of("src/test/programs").toAbsolutePath();
    private static final long LIMIT_SECONDS = 400;

    private CProgram() {}

    /** How a command ended. */
    record Result(List<String> command, int status, String out, String err) {
        Result expectStatus(int expected) {
            if (status != expected) {
                throw new AssertionError("expected exit status " + expected + ": " + describe());
            }
            return this;
        }

        String describe() {
            return "%s%nended with %d%n--- stdout%n%s%n--- stderr%n%s"
                    .formatted(String.join(" ", command), status, out, err);
        }
    }

    static Path source(String name) {
        return SOURCES.resolve(name);
    }

    /** Compiles {@code NAME.c} by {@code pkg-config} of the installation in {@code prefix}. */
    static Path compile(Path prefix, String compiler, String name, Path folder, String... options) {
        Path program =
                folder.resolve(compiler + "-" + name + String.join("", options).replaceAll("[^a-z]", ""));
        List<String> command = new ArrayList<>(List.of(compiler, "-g", "-Wall", "-Wextra", "-Werror"));
        command.addAll(List.of(options));
        command.addAll(List.of(source(name + ".c").toString(), "-o", program.toString(), "-pthread"));
        command.addAll(flags(prefix));
        run(folder, Map.of(), command).expectStatus(0);
        return program;
    }

    private static List<String> flags(Path prefix) {
        Result result = run(
                        prefix,
                        Map.of(
                                "PKG_CONFIG_PATH",
                                prefix.resolve("lib/pkgconfig").toString()),
                        List.of("pkg-config", "--cflags", "--libs", "infiniccl"))
                .expectStatus(0);
        return List.of(result.out().strip().split("\\s+"));
    }

    static Result run(Path folder, Map<String, String> environment, String... command) {
        return run(folder, environment, List.of(command));
    }

    static Result run(Path folder, Map<String, String> environment, List<String> command) {
        try {
            Path out = Files.createTempFile("c-program-", ".out");
            Path err = Files.createTempFile("c-program-", ".err");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            boolean isOver = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            Result result = new Result(
                    command, isOver ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
            Files.delete(out);
            Files.delete(err);
            if (!isOver) {
                throw new AssertionError("hangs: " + result.describe());
            }
            return result;
        } catch (IOException e) {
            throw new AssertionError("cannot run " + command + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
