package iccl.kernel.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Runs {@link BackendContractMain} in processes of their own and judges what they print. */
public final class ContractProcesses {
    private static final long LIMIT_SECONDS = 300;
    private static final Pattern KEPT = Pattern.compile("rank \\d+: contract kept, (\\d+) checks");

    private ContractProcesses() {}

    /**
     * The command of a rank: this JVM's Java, class path and {@code jvmArgs}.
     *
     * @param only part of the names of the checks to run; empty for all
     */
    public static List<String> java(List<String> jvmArgs, Class<? extends ContractSubject> subject, String only) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-Xmx512m");
        command.add("-XX:+UseSerialGC");
        command.addAll(jvmArgs);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(BackendContractMain.class.getName());
        command.add(subject.getName());
        command.add(only);
        return command;
    }

    /** Runs a command that starts all ranks, such as mpirun. */
    public static void launch(List<String> command, Map<String, String> environment, int ranks) {
        judge(List.of(start(command, environment)), ranks);
    }

    /** Starts every rank by itself, each with an environment of its own. */
    public static void spawn(List<String> command, List<Map<String, String>> environments) {
        List<Started> all = new ArrayList<>();
        environments.forEach(environment -> all.add(start(command, environment)));
        judge(all, environments.size());
    }

    private record Started(Process process, Path output) {}

    private static Started start(List<String> command, Map<String, String> environment) {
        try {
            Path output = Files.createTempFile("iccl-contract-", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(output.toFile());
            builder.environment().putAll(environment);
            return new Started(builder.start(), output);
        } catch (IOException e) {
            throw new AssertionError("cannot start " + command.get(0) + ": " + e.getMessage(), e);
        }
    }

    private static void judge(List<Started> all, int ranks) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        StringBuilder text = new StringBuilder();
        boolean good = true;
        for (Started one : all) {
            good &= endsWell(one.process(), deadline);
            text.append(read(one.output()));
        }
        List<MatchResult> kept = KEPT.matcher(text).results().toList();
        long checks = kept.stream()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .min()
                .orElse(0);
        if (!good || kept.size() != ranks || checks == 0) {
            throw new AssertionError("%d of %d ranks kept the contract:%n%s".formatted(kept.size(), ranks, text));
        }
    }

    private static boolean endsWell(Process process, long deadline) {
        try {
            if (process.waitFor(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return process.exitValue() == 0;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return false;
    }

    private static String read(Path output) {
        try {
            String text = Files.readString(output);
            Files.delete(output);
            return text;
        } catch (IOException e) {
            throw new AssertionError("cannot read " + output, e);
        }
    }
}
