package iccl.itest.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whether ./icclrun sees what Maven has built, with the real scripts in a project of two files. */
@Timeout(60)
class BuiltMarkTest {
    private static final Path SETUP = Path.of("../cnf/setup");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path root;

    private Path source;
    private Path test;

    @BeforeEach
    void makeProject() throws IOException {
        source = write("iccl.one/src/main/One.java", "one");
        test = write("iccl.one/src/test/OneTest.java", "one");
        write("pom.xml", "");
        write("bnd.bnd", "");
        write(".mvn/jvm.config", "");
        write(
                "cnf/dist/pom.xml",
                "<dependency><groupId>iccl</groupId><artifactId>iccl.one</artifactId></dependency>\n");
        for (String script : new String[] {"build.sh", "mark-built"}) {
            write("cnf/setup/" + script, Files.readString(SETUP.resolve(script)));
        }
    }

    private Path write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private static int run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).inheritIO().start();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "hangs");
        return process.exitValue();
    }

    /** One of Maven's calls. */
    private void mark(String moment, String build) throws IOException, InterruptedException {
        mark(moment, build, "iccl.one");
    }

    private void mark(String moment, String build, String module) throws IOException, InterruptedException {
        String script = root.resolve("cnf/setup/mark-built").toString();
        String modules = "[MavenProject: iccl:iccl:1 @ /pom.xml, MavenProject: iccl:" + module + ":1 @ /one/pom.xml]";
        assertEquals(0, run("/bin/sh", script, moment, build, modules));
    }

    /** What Maven does between the last two calls. */
    private void assemble() throws IOException {
        Path launcher = write("cnf/dist/target/iccl-1/bin/icclrun", "");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void build(String build) throws IOException, InterruptedException {
        mark("begin", build);
        mark("assemble", build);
        assemble();
        mark("end", build);
    }

    private boolean isBuilt() throws IOException, InterruptedException {
        return run("/bin/sh", "-c", "me=test root=$1; . \"$1/cnf/setup/build.sh\"; is_built", "sh", root.toString())
                == 0;
    }

    @Test
    void shouldKnowWhatMavenHasBuilt() throws Exception {
        assertFalse(isBuilt());
        build("1");
        assertTrue(isBuilt());
        Files.writeString(test, "other");
        assertTrue(isBuilt(), "no test is in the distribution");
        Files.writeString(source, "other");
        assertFalse(isBuilt());
        build("2");
        assertTrue(isBuilt());
    }

    @Test
    void shouldCountWhatChangesDuringABuildAsNotBuilt() throws Exception {
        mark("begin", "1");
        Files.writeString(source, "other");
        mark("assemble", "1");
        assemble();
        mark("end", "1");
        assertFalse(isBuilt());
    }

    @Test
    void shouldTakeNoBuildOfAPartForOneOfTheWhole() throws Exception {
        build("1");
        Files.writeString(source, "other");
        mark("begin", "of one bundle");
        mark("assemble", "without the root");
        assemble();
        mark("end", "without the root");
        assertFalse(isBuilt());
    }

    @Test
    void shouldTakeNoBuildForAllWhereAModuleWasInstalledSomeTime() throws Exception {
        mark("begin", "1");
        mark("assemble", "1");
        assemble();
        mark("end", "1", "iccl.two");
        assertFalse(isBuilt());
    }

    @Test
    void shouldRemoveWhatAnEarlierDistributionHeld() throws Exception {
        build("1");
        Path old = write("cnf/dist/target/iccl-0/bundles/old.jar", "");
        mark("begin", "2");
        assertTrue(isBuilt(), "until it is made anew");
        mark("assemble", "2");
        assertFalse(Files.exists(old));
        assertFalse(isBuilt());
    }
}
