package iccl.run.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.launch.Target.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TargetFinderTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @SuppressWarnings("NullAway.Init") // JUnit calls makeInstallation first.
    private Workshop workshop;

    @BeforeEach
    void makeInstallation() throws IOException {
        workshop = new Workshop(folder);
    }

    @Test
    void shouldFindInstalledProgramsByNameAndByLastElement() {
        assertEquals(new Target(Kind.INSTALLED, "all_reduce"), find("all_reduce"));
        assertEquals(new Target(Kind.INSTALLED, "all_reduce"), find("mpi/all_reduce"));
    }

    @Test
    void shouldFindInstalledExecutables() throws IOException {
        Files.createDirectories(folder.resolve("programs/c"));
        Path file = Files.copy(workshop.command("any", ""), folder.resolve("programs/c/all_reduce"));
        assertEquals(new Target(Kind.EXECUTABLE, file.toString()), find("c/all_reduce"));
        assertEquals(new Target(Kind.INSTALLED, "broadcast"), find("c/broadcast"));
    }

    @Test
    void shouldPreferAFileThatAPathNames() throws IOException {
        Path file = workshop.command("all_reduce", "");
        assertEquals(new Target(Kind.EXECUTABLE, file.toString()), find(file.toString()));
        assertEquals(new Target(Kind.INSTALLED, "all_reduce"), find("all_reduce"));
    }

    @Test
    void shouldLookIntoJars() throws IOException {
        Path main = folder.resolve("with main.jar");
        Workshop.jar(main, "a.Main", List.of());
        assertEquals(new Target(Kind.JAR, main.toString()), find(main.toString()));
        Path several = folder.resolve("several.jar");
        Workshop.jar(several, "", List.of("one", "two"));
        assertMistake(several.toString(), several + " holds several programs: one, two");
        Path empty = folder.resolve("empty.jar");
        Workshop.jar(empty, "", List.of());
        assertMistake(
                empty.toString(),
                empty + " holds nothing to run: no component with the property iccl.program, no Main-Class");
        Path broken = Files.writeString(folder.resolve("broken.jar"), "no jar");
        assertTrue(mistake(broken.toString()).getMessage().startsWith("cannot read " + broken));
    }

    @Test
    void shouldFindSourcesAndCommands() throws IOException {
        Path source = Files.writeString(folder.resolve("Hello.java"), "");
        assertEquals(new Target(Kind.SOURCE, source.toString()), find(source.toString()));
        Path command = workshop.command("tool", "");
        assertEquals(new Target(Kind.EXECUTABLE, command.toString()), find("tool"));
    }

    @Test
    void shouldNameWhatMayHaveBeenMeant() {
        UserMistake mistake = mistake("al_reduce");
        assertEquals("there is no program 'al_reduce'", mistake.getMessage());
        assertEquals("did you mean all_reduce?", mistake.hint());
        assertEquals("choose one of: all_reduce, broadcast", mistake("xyz").hint());
    }

    @Test
    void shouldLookForAFileWhereAFileIsNamed() {
        Path missing = folder.resolve("none/Hello.java");
        UserMistake mistake = assertThrows(UserMistake.class, () -> find(missing.toString()));
        assertEquals("there is no file " + missing, mistake.getMessage());
        assertEquals("there is no folder " + missing.getParent() + ", either", mistake.hint());
        assertMistake(folder.resolve("x.jar").toString(), "there is no file " + folder.resolve("x.jar"));
    }

    @Test
    void shouldSayWhyAFileCannotBeRun() throws IOException {
        Path file = Files.writeString(folder.resolve("data"), "");
        assertMistake(file.toString(), file + " is not executable");
        assertMistake(folder.toString(), folder + " is a directory");
    }

    private void assertMistake(String program, String message) {
        assertEquals(message, mistake(program).getMessage());
    }

    private UserMistake mistake(String program) {
        return assertThrows(UserMistake.class, () -> find(program));
    }

    private Target find(String program) {
        return new TargetFinder(
                        List.of(folder.resolve("home/bundles/iccl.examples.jar")),
                        folder.resolve("programs"),
                        workshop.environment())
                .find(program);
    }
}
