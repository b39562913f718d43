package iccl.run.internal.launch;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InterpreterTest {
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
    void shouldReadAFirstLineAsLinuxDoes() throws IOException {
        assertEquals("/bin/sh:", read("#!/bin/sh\necho"));
        assertEquals("/bin/sh:", read("#! \t/bin/sh \t"));
        assertEquals("/usr/bin/env:-S python3 -u", read("#!/usr/bin/env   -S python3 -u \nx"));
    }

    @Test
    void shouldFindNoneInWhatIsNoScript() throws IOException {
        for (String content : List.of("", "#", "#!", "#!  \n/bin/sh", "echo\n#!/bin/sh", "\u007fELF", " #!/bin/sh")) {
            assertEquals(Optional.empty(), Interpreter.of(script(content)), content);
        }
        assertEquals(Optional.empty(), Interpreter.of(folder.resolve("missing")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#!/bin/sh",
                "#!/bin/sh -e",
                "#!/usr/bin/env tool",
                "#!/usr/bin/env -S tool -u",
                "#!/usr/bin/env -Stool",
                "#!/usr/bin/env -S A=b tool",
                "#!/usr/bin/env -i nonesuch",
                "#!/usr/bin/env -S -i nonesuch",
                "#!/usr/bin/env A=b"
            })
    void shouldTakeWhatCanBeStartedAndWhatOnlyEnvUnderstands(String line) throws IOException {
        workshop.command("tool", "");
        assertDoesNotThrow(() -> check(script(line + "\n")));
    }

    @Test
    void shouldNameAnInterpreterThatIsMissing() throws IOException {
        Path script = script("#!" + folder + "/no/python\n");
        UserMistake mistake = mistake(script);
        assertTrue(mistake.getMessage().startsWith(script.toString()), mistake.getMessage());
        assertTrue(mistake.getMessage().contains(folder + "/no/python, and there is no"), mistake.getMessage());
        assertTrue(mistake.hint().contains("install it"), mistake.hint());
    }

    @Test
    void shouldSayThatAnInterpreterIsNotExecutable() throws IOException {
        Path data = Files.writeString(folder.resolve("my data"), "");
        Path link = Files.createSymbolicLink(folder.resolve("data"), data);
        UserMistake mistake = mistake(script("#!" + link + " -u\n"));
        assertTrue(mistake.getMessage().contains(link + ", which is not executable"), mistake.getMessage());
        assertTrue(mistake.hint().contains("chmod +x " + link), mistake.hint());
        assertTrue(mistake(script("#!/tmp\n")).getMessage().contains("not executable"));
    }

    @Test
    void shouldLookWhereEnvLooks() throws IOException {
        UserMistake mistake = mistake(script("#!/usr/bin/env tool\n"));
        assertTrue(mistake.getMessage().contains("env for tool, which is not on PATH"), mistake.getMessage());
        Files.createDirectory(folder.resolve("bin/tool"));
        assertThrows(UserMistake.class, () -> check(script("#!/usr/bin/env tool\n")), "a folder is no command");
        assertThrows(UserMistake.class, () -> check(script("#!/usr/bin/env -S tool -u\n")));
        assertThrows(UserMistake.class, () -> check(script("#!/usr/bin/env " + folder + "/tool\n")));
    }

    @Test
    void shouldSayThatEnvTakesOneName() throws IOException {
        workshop.command("tool", "");
        UserMistake mistake = mistake(script("#!/usr/bin/env tool -u\n"));
        assertTrue(mistake.hint().endsWith("#!/usr/bin/env -S tool -u"), mistake.hint());
    }

    @Test
    void shouldSeeLinesThatEndAsOnWindows() throws IOException {
        Path script = script("#!/bin/sh\r\necho\r\n");
        UserMistake mistake = mistake(script);
        assertTrue(mistake.getMessage().contains("end as on Windows"), mistake.getMessage());
        assertTrue(mistake.hint().contains("sed -i"), mistake.hint());
        assertThrows(UserMistake.class, () -> Interpreter.checkForAnyMachine(script));
        assertThrows(UserMistake.class, () -> check(script("#!/usr/bin/env tool\r\n")));
        assertDoesNotThrow(() -> Interpreter.checkForAnyMachine(script("#!/only/there\n")));
    }

    @Test
    void shouldFollowAnInterpreterThatIsAScript() throws IOException {
        Path tool = workshop.command("tool", "");
        Files.writeString(tool, "#!/no/such/shell\n");
        UserMistake mistake = mistake(script("#!/usr/bin/env tool\n"));
        assertTrue(mistake.getMessage().startsWith(tool.toString()), mistake.getMessage());
        Files.writeString(tool, "#!" + tool + "\n");
        assertDoesNotThrow(() -> check(tool), "Linux says what it thinks of a circle");
    }

    @Test
    void shouldRefuseAScriptBeforeTheStartWithThePathOfItsRanks() throws IOException {
        Path tools = Files.createDirectory(folder.resolve("tools"));
        Path tool = Files.copy(workshop.command("tool", ""), tools.resolve("wrench"));
        Path script = workshop.command("prog", "");
        Files.writeString(script, "#!/usr/bin/env wrench\n");
        assertThrows(UserMistake.class, () -> plan(List.of()));
        assertDoesNotThrow(() -> plan(List.of("PATH=" + tool.getParent())));
    }

    private void plan(List<String> forwarded) {
        RunRequest simple = Workshop.request("none", 2, "prog");
        RunRequest request =
                new RunRequest(2, "none", "auto", forwarded, simple.output(), 0, simple.verbosity(), "prog", List.of());
        new Planner(workshop.installation(), Workshop.machine(17), workshop.environment())
                .plan(request, new Job("0123456789abcdef"));
    }

    private UserMistake mistake(Path script) {
        return assertThrows(UserMistake.class, () -> check(script));
    }

    private void check(Path script) {
        Interpreter.check(script, Map.copyOf(workshop.environment()));
    }

    private String read(String content) throws IOException {
        Interpreter read = Interpreter.of(script(content)).orElseThrow();
        return read.command() + ":" + read.argument();
    }

    private Path script(String content) throws IOException {
        return Files.write(folder.resolve("script"), content.getBytes(StandardCharsets.UTF_8));
    }
}
