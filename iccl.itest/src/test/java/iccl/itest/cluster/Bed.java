package iccl.itest.cluster;

import iccl.itest.process.Icclrun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** Hosts in namespaces of this machine: a launcher and nodes, each with files, users and sshd of its own. */
@SuppressWarnings("deprecation") // AutoCloseable alone closes with JUnit 5.13 and newer only
final class Bed implements CloseableResource, AutoCloseable {
    private static final String SCRIPT =
            Path.of("src/test/cluster/testbed").toAbsolutePath().toString();
    private static final long LIMIT_SECONDS = 300;
    /** Exit status of {@code testbed supported} where the machine forbids it. */
    private static final int FORBIDDEN = 3;

    private final Path folder;
    private final Host launcher;
    private final Map<String, Host> nodes = new LinkedHashMap<>();

    /** What a command said. */
    record Answer(int status, String text) {}

    private Bed(Path folder) throws IOException {
        this.folder = folder;
        launcher = new Host("launcher", "10.77.0.254", "root", 22, init("launcher"));
        for (String line : Files.readAllLines(folder.resolve("nodes"))) {
            String[] words = line.split(" ");
            nodes.put(words[0], new Host(words[0], words[1], words[2], Integer.parseInt(words[3]), init(words[0])));
        }
    }

    /** Why this machine cannot carry a bed; empty if it can. */
    static String forbidden() {
        Answer answer = testbed(List.of("supported"));
        if (answer.status() != 0 && answer.status() != FORBIDDEN) {
            throw new AssertionError("testbed: " + answer);
        }
        return answer.text();
    }

    /** Starts them; they end with this JVM at the latest. */
    static Bed up(int count, String... settings) {
        try {
            Path folder = Files.createTempDirectory("iccl-bed-");
            List<String> words = new ArrayList<>(List.of("up", folder.toString(), Integer.toString(count)));
            words.addAll(
                    List.of("--owner", Long.toString(ProcessHandle.current().pid())));
            words.addAll(List.of("--share", Icclrun.home().toString()));
            words.addAll(List.of("--share", System.getProperty("java.home")));
            words.addAll(List.of(settings));
            expectSuccess(testbed(words));
            Bed bed = new Bed(folder);
            bed.shareMpiJar();
            return bed;
        } catch (IOException e) {
            throw new AssertionError("cannot start the test bed", e);
        }
    }

    /** The launcher has what a user has made once: Open MPI's mpi.jar, with links to its libraries beside it. */
    private void shareMpiJar() throws IOException {
        Path cache = Path.of(System.getProperty("user.home"), ".cache", "iccl");
        if (Files.isDirectory(cache)) {
            Path target = Files.createDirectories(home().resolve(".cache/iccl"));
            try (Stream<Path> files = Files.find(cache, 2, (file, attributes) -> !attributes.isDirectory())) {
                for (Path file : files.toList()) {
                    Path copy = target.resolve(cache.relativize(file));
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy, LinkOption.NOFOLLOW_LINKS);
                }
            }
        }
    }

    Host launcher() {
        return launcher;
    }

    Host node(int number) {
        Host node = nodes.get("node" + number);
        if (node == null) {
            throw new AssertionError("the bed has nodes " + nodes.keySet());
        }
        return node;
    }

    List<Host> nodes() {
        return List.copyOf(nodes.values());
    }

    /** The launcher and the nodes. */
    List<Host> hosts() {
        return Stream.concat(Stream.of(launcher), nodes.values().stream()).toList();
    }

    /** The launcher's home: the folder that it knows as /root. */
    Path home() {
        return folder.resolve("home");
    }

    /** Runs to its end as root on that host. */
    Answer on(Host host, String... command) {
        return testbed(Stream.concat(Stream.of("exec", folder.toString(), host.name()), Stream.of(command))
                .toList());
    }

    /** The words that start a command on the launcher. */
    List<String> onLauncher() {
        return List.of(SCRIPT, "exec", folder.toString(), "launcher");
    }

    /** One of the faults: cut, mend, stop-sshd, start-sshd. */
    void fault(String what, Host host) {
        expectSuccess(testbed(List.of(what, folder.toString(), host.name())));
    }

    /** For a failed test: what the hosts' sshd said. */
    String logs() {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> logs = Files.list(folder.resolve("logs"))) {
            for (Path log : logs.sorted().toList()) {
                text.append("--- ").append(log.getFileName()).append('\n').append(Files.readString(log));
            }
        } catch (IOException e) {
            text.append("no logs: ").append(e);
        }
        return text.toString();
    }

    @Override
    public void close() {
        expectSuccess(testbed(List.of("down", folder.toString())));
    }

    private long init(String host) throws IOException {
        return Long.parseLong(Files.readString(folder.resolve(host + ".pid")).strip());
    }

    private static void expectSuccess(Answer answer) {
        if (answer.status() != 0) {
            throw new AssertionError("testbed ended with " + answer.status() + ": " + answer.text());
        }
    }

    private static Answer testbed(List<String> words) {
        List<String> command = new ArrayList<>(List.of(SCRIPT));
        command.addAll(words);
        try {
            Path output = Files.createTempFile("testbed-", ".out");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(output.toFile())
                    .start();
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String text = Files.readString(output, StandardCharsets.UTF_8);
            Files.delete(output);
            if (!ended) {
                process.destroyForcibly();
                throw new AssertionError("hangs: " + command + "\n" + text);
            }
            return new Answer(process.exitValue(), text);
        } catch (IOException e) {
            throw new AssertionError("cannot run " + command, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
