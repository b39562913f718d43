package iccl.itest.embedding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import iccl.itest.process.Icclrun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same application in a Karaf, installed by the archive's features.xml with Karaf's own commands. Karaf has no network and
 * no other repository than its own, which holds the archive's bundles.
 */
@Timeout(180)
class KarafIT {
    private static final long PATIENCE_MILLIS = 60_000;
    private static final Pattern BUNDLE = Pattern.compile("<bundle>mvn:iccl/([a-z.]+)/([^<]+)</bundle>");
    private static final Pattern ARCHIVE = Pattern.compile("apache-karaf-minimal-(.+)\\.tar\\.gz");
    private static final String PROMPT = "karaf@root()> ";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private Path home;
    private Path output;
    private Process karaf;
    /** How much of the output has been read. */
    private int answered;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        Path kit = Path.of("target/karaf").toAbsolutePath();
        String version = unpack(kit);
        fillRepository(kit);
        // Commands and management of components, which nobody needs here and whose parent is not in every repository.
        replace(
                "system/org/apache/karaf/features/standard/" + version + "/standard-" + version + "-features.xml",
                "<conditional>\\s*<condition>[a-z]+</condition>\\s*<bundle[^>]*>mvn:org\\.apache\\.karaf\\.scr/[^<]*</bundle>"
                        + "\\s*</conditional>",
                "");
        // The console is enough: no server for ssh, whose port may be taken.
        replace("etc/org.apache.karaf.features.cfg", " *(jaas|ssh)/[^\\n]*\\n", "");
        replace("etc/org.ops4j.pax.url.mvn.cfg", "(?s)org.ops4j.pax.url.mvn.repositories=.*?\\n(?=[^ ])", "");
        Files.writeString(
                home.resolve("etc/org.ops4j.pax.url.mvn.cfg"),
                "\norg.ops4j.pax.url.mvn.repositories=\norg.ops4j.pax.url.mvn.localRepository=" + home.resolve("none"),
                StandardOpenOption.APPEND);
        output = folder.resolve("console.txt");
        ProcessBuilder builder = new ProcessBuilder(home.resolve("bin/karaf").toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("TERM", "dumb");
        builder.environment().keySet().removeIf(name -> name.startsWith("KARAF_"));
        karaf = builder.start();
    }

    /** Returns its version, which the build's own file states and the archive's name repeats. */
    private String unpack(Path kit) throws IOException, InterruptedException {
        Path archive;
        try (Stream<Path> files = Files.list(kit)) {
            archive = files.filter(file -> nameOfArchive(file).matches())
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no Karaf in " + kit + "; run mvn pre-integration-test"));
        }
        home = Files.createDirectory(folder.resolve("karaf"));
        Process tar = new ProcessBuilder(
                        "tar", "-xzf", archive.toString(), "-C", home.toString(), "--strip-components=1")
                .inheritIO()
                .start();
        assertEquals(0, tar.waitFor(), "unpacking " + archive);
        Matcher name = nameOfArchive(archive);
        assertTrue(name.matches(), archive.toString());
        return name.group(1);
    }

    private static Matcher nameOfArchive(Path file) {
        return ARCHIVE.matcher(file.getFileName().toString());
    }

    @AfterEach
    void stop() {
        karaf.descendants().forEach(ProcessHandle::destroyForcibly);
        karaf.destroyForcibly();
    }

    /** Where Karaf looks for what the features name. */
    private void fillRepository(Path kit) throws IOException {
        Matcher bundle = BUNDLE.matcher(Files.readString(Icclrun.home().resolve("karaf/features.xml")));
        while (bundle.find()) {
            put(Archive.jar(bundle.group(1)), "iccl", bundle.group(1), bundle.group(2));
        }
        Path scr = kit.resolve("system");
        try (Stream<Path> files = Files.walk(scr)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                copy(file, home.resolve("system").resolve(scr.relativize(file).toString()));
            }
        }
    }

    private void put(Path jar, String group, String artifact, String version) throws IOException {
        copy(
                jar,
                home.resolve(String.join("/", "system", group, artifact, version, artifact + "-" + version + ".jar")));
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to.getParent());
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    private void replace(String name, String pattern, String by) throws IOException {
        Path file = home.resolve(name);
        String before = Files.readString(file);
        String after = before.replaceAll(pattern, by);
        assertTrue(!after.equals(before), name + " is not as it was: " + before);
        Files.writeString(file, after);
    }

    @Test
    void shouldInstallTheFeaturesAndSurviveASwapOfTheBackend() throws Exception {
        ask("feature:repo-add " + Icclrun.home().resolve("karaf/features.xml").toUri());
        ask("feature:install iccl-accelerators iccl-mpich iccl-openmpi");
        ask("bundle:install -s " + Archive.application().toUri());
        int restarts = awaitRestarts(0);
        ask("bundle:stop iccl.backend.local");
        awaitStatus("\\d+ means waiting: .*");
        ask("bundle:start iccl.backend.local");
        restarts = awaitRestarts(restarts + 1);
        ask("bundle:update iccl.backend.local "
                + Archive.jar("iccl.backend.local").toUri());
        awaitRestarts(restarts + 1);
        String list = ask("bundle:list -t 0 -s --no-format");
        for (String name : List.of("iccl.platform.metax", "iccl.backend.mpich", "iccl.backend.openmpi")) {
            assertTrue(list.lines().anyMatch(line -> line.contains(name) && line.contains("Active")), list);
        }
        karaf.getOutputStream().close();
        assertTrue(karaf.waitFor(60, TimeUnit.SECONDS), "Karaf does not end: " + console());
        assertEquals(0, karaf.exitValue(), console());
    }

    private int awaitRestarts(int least) throws IOException {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        int found = -1;
        while (found < least) {
            Matcher working = awaitStatus("\\d+ means over local on cpu, (\\d+) restarts");
            found = Integer.parseInt(working.group(1));
            assertTrue(System.currentTimeMillis() < deadline, found + " restarts, not " + least);
        }
        return found;
    }

    private Matcher awaitStatus(String pattern) throws IOException {
        Pattern wanted = Pattern.compile(pattern);
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (true) {
            String answer = ask("mean:status");
            Matcher matcher = wanted.matcher(answer.strip());
            if (matcher.matches()) {
                return matcher;
            }
            if (System.currentTimeMillis() > deadline) {
                return fail("not " + pattern + ", but: " + console());
            }
        }
    }

    /** What the console prints between this command's echo and its next prompt. */
    private String ask(String command) throws IOException {
        if (answered == 0) {
            answered = awaitPrompt();
        }
        karaf.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
        karaf.getOutputStream().flush();
        int next = awaitPrompt();
        String text = console().substring(answered, next - PROMPT.length());
        answered = next;
        if (text.contains("Error executing command") || text.contains("Command not found")) {
            fail(command + ": " + text);
        }
        return text.replaceFirst("^[^\\n]*\\n", "");
    }

    /** Where the text after the next prompt begins. */
    private int awaitPrompt() throws IOException {
        long deadline = System.currentTimeMillis() + PATIENCE_MILLIS;
        while (true) {
            int at = console().indexOf(PROMPT, answered);
            if (at >= 0) {
                return at + PROMPT.length();
            }
            if (System.currentTimeMillis() > deadline || !karaf.isAlive()) {
                fail("no prompt, but: " + console());
            }
            sleep();
        }
    }

    /** A character may not be there as a whole yet. */
    private String console() throws IOException {
        return Files.readString(output, StandardCharsets.ISO_8859_1);
    }

    private static void sleep() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
