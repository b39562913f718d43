package iccl.itest.cluster;

import iccl.itest.process.Icclrun;
import iccl.itest.process.Polling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs {@code icclrun} on the launcher of a bed. */
final class ClusterRun {
    private static final Pattern READY = Pattern.compile("(?m)^ready rank=\\d+ pid=\\d+$");

    private ClusterRun() {}

    /** A cluster file with these entries. */
    static String file(Bed bed, String name, String text) {
        try {
            Files.writeString(bed.home().resolve("cluster." + name + ".yaml"), text);
        } catch (IOException e) {
            throw new AssertionError("cannot write the cluster file", e);
        }
        return "/root/cluster." + name + ".yaml";
    }

    static String entry(Host node, int slots, String... more) {
        return "  - ip: %s%n    user: %s%n    port: %d%n    slots: %d%n"
                        .formatted(node.name(), node.user(), node.port(), slots)
                + Stream.of(more).map(line -> "    " + line + "\n").collect(Collectors.joining());
    }

    /** A cluster file that names these nodes of the bed. */
    static String nodes(List<Host> nodes, int slots) {
        return "nodes:\n" + nodes.stream().map(node -> entry(node, slots)).collect(Collectors.joining());
    }

    static Icclrun start(Bed bed, String... arguments) {
        return start(bed, Map.of(), arguments);
    }

    static Icclrun start(Bed bed, Map<String, String> environment, String... arguments) {
        return Icclrun.startThrough(bed.onLauncher(), environment, List.of(arguments));
    }

    static Icclrun.Result run(Bed bed, String... arguments) {
        try (Icclrun run = start(bed, arguments)) {
            return run.await();
        }
    }

    /** The user's project, as a folder of the launcher. */
    static String project(Bed bed) {
        Path source = Path.of("src/test/programs/hello");
        Path target = bed.home().resolve("project");
        try (Stream<Path> files = Files.list(source)) {
            Files.createDirectories(target);
            for (Path file : files.toList()) {
                Path copy = target.resolve(file.getFileName());
                if (!Files.exists(copy)) {
                    Files.copy(file, copy);
                }
            }
        } catch (IOException e) {
            throw new AssertionError("cannot copy the project", e);
        }
        return "/root/project";
    }

    /** The same program, built on the launcher. */
    static String executable(Bed bed) {
        String project = project(bed);
        Bed.Answer answer = bed.on(bed.launcher(), "cc", "-o", project + "/hello", project + "/hello.c");
        if (answer.status() != 0) {
            throw new AssertionError(answer.text());
        }
        return project + "/hello";
    }

    /** Waits until that many ranks are there. */
    static void awaitReady(Icclrun run, int ranks) {
        Supplier<@Nullable Boolean> question =
                () -> READY.matcher(run.out()).results().count() == ranks ? true : null;
        try {
            Polling.until("all ranks are ready", question);
        } catch (AssertionError e) {
            throw new AssertionError(run.out() + run.err(), e);
        }
    }

    static void expectOut(Icclrun.Result result, String... texts) {
        for (String text : texts) {
            if (!result.out().contains(text)) {
                throw new AssertionError("no " + text + " in " + result.describe());
            }
        }
    }

    static void kill(long pid, String signal) throws IOException, InterruptedException {
        int status =
                new ProcessBuilder("kill", signal, Long.toString(pid)).start().waitFor();
        if (status != 0) {
            throw new AssertionError("kill " + signal + " " + pid + " ended with " + status);
        }
    }

    /** icclrun's own process: its words begin with Java's, not with those of nsenter, which starts it. */
    static long launcherOf(Bed bed) {
        return bed.launcher().processes().stream()
                .filter(pid -> Host.commandLine(pid).contains("iccl.run.jar"))
                .filter(pid -> Host.commandLine(pid).contains("java"))
                .findFirst()
                .orElseThrow();
    }

    /** The program's processes on a node. */
    static List<Long> ranksOn(Host node) {
        List<Long> ranks = new ArrayList<>(node.processes());
        ranks.removeIf(pid -> !Host.commandLine(pid).matches("\\S*/hello hang"));
        return ranks;
    }
}
