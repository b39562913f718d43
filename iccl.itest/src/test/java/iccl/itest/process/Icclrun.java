package iccl.itest.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** One run of the distribution's {@code icclrun}, under a hard limit, that must leave nothing behind. */
public final class Icclrun implements AutoCloseable {
    /** Every process of the run has it, so that what is left can be found. */
    static final String MARK = "ICCL_ITEST";

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final long LIMIT_SECONDS = 120;
    /** Many JVMs share few cores where one machine is a whole cluster. */
    private static final long CLUSTER_LIMIT_SECONDS = 300;

    private final List<String> command;
    private final String mark = UUID.randomUUID().toString();
    private final Leftovers leftovers;
    private final Path folder;
    private final long limitSeconds;
    private final Process process;
    private final long startedAt = System.nanoTime();

    /** How it ended. */
    public record Result(List<String> command, int status, String out, String err, double seconds) {
        public List<String> lines() {
            return out.lines().toList();
        }

        /** For a failed assertion: all there is to know. */
        public String describe() {
            return "%s%nended with %d after %.1f s%n--- stdout%n%s%n--- stderr%n%s"
                    .formatted(String.join(" ", command), status, seconds, out, err);
        }

        public Result expectStatus(int expected) {
            if (status != expected) {
                throw new AssertionError("expected exit status " + expected + ": " + describe());
            }
            return this;
        }

        /** A user's mistake or a failing rank is told in words. */
        public Result expectNoStackTrace() {
            if (err.contains("\tat ") || err.contains("Exception in thread")) {
                throw new AssertionError("a stack trace: " + describe());
            }
            return this;
        }

        /** Neither a library nor the JVM says anything of its own. */
        public Result expectNoNoise() {
            if (!err.lines().allMatch(line -> line.startsWith("icclrun: "))) {
                throw new AssertionError("somebody else wrote to standard error: " + describe());
            }
            return this;
        }

        public Result expectError(String... words) {
            for (String word : words) {
                if (!err.contains(word)) {
                    throw new AssertionError("standard error does not say '" + word + "': " + describe());
                }
            }
            return this;
        }
    }

    private Icclrun(List<String> prefix, Map<String, String> environment, List<String> arguments) {
        leftovers = new Leftovers(mark, prefix.isEmpty());
        limitSeconds = prefix.isEmpty() ? LIMIT_SECONDS : CLUSTER_LIMIT_SECONDS;
        // Started in the background by a script, these tests would run where nobody hears SIGINT.
        command = new ArrayList<>(List.of("env", "--default-signal=INT,QUIT"));
        command.addAll(prefix);
        command.add(home().resolve("bin/icclrun").toString());
        command.addAll(arguments);
        try {
            folder = Files.createTempDirectory("icclrun-test-");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(folder.resolve("out").toFile())
                    .redirectError(folder.resolve("err").toFile());
            builder.environment().putAll(environment);
            builder.environment().put(MARK, mark);
            process = builder.start();
        } catch (IOException e) {
            throw new AssertionError("cannot start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    static Icclrun start(String... arguments) {
        return new Icclrun(List.of(), Map.of(), List.of(arguments));
    }

    /** Started by another command, as ssh or a shell in a namespace is one. */
    public static Icclrun startThrough(List<String> prefix, Map<String, String> environment, List<String> arguments) {
        return new Icclrun(prefix, environment, arguments);
    }

    /** Runs to the end and looks for what is left. */
    static Result run(String... arguments) {
        return run(Map.of(), List.of(arguments));
    }

    static Result run(Map<String, String> environment, List<String> arguments) {
        try (Icclrun run = new Icclrun(List.of(), environment, arguments)) {
            return run.await();
        }
    }

    /** The installation under test. */
    public static Path home() {
        Path target = ROOT.resolve("cnf/dist/target");
        try (Stream<Path> folders = Files.list(target)) {
            return folders.filter(folder -> Files.isExecutable(folder.resolve("bin/icclrun")))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no distribution in " + target + "; run mvn package"));
        } catch (IOException e) {
            throw new AssertionError("no distribution in " + target + "; run mvn package", e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** What it has printed so far. */
    public String out() {
        return read("out");
    }

    /** What it has said so far. */
    public String err() {
        return read("err");
    }

    private String read(String name) {
        try {
            return Files.readString(folder.resolve(name));
        } catch (IOException e) {
            throw new AssertionError("cannot read " + folder.resolve(name), e);
        }
    }

    public Result await() {
        try {
            if (!process.waitFor(limitSeconds, TimeUnit.SECONDS)) {
                throw new AssertionError("hangs: " + result(-1).describe());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
        Result result = result(process.exitValue());
        leftovers.expectNone(result);
        return result;
    }

    private Result result(int status) {
        return new Result(command, status, read("out"), read("err"), (System.nanoTime() - startedAt) / 1e9);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        leftovers.kill();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new AssertionError("the run left something in " + folder, e);
        }
    }
}
