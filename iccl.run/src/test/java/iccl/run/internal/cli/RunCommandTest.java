package iccl.run.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.RunRequest.Verbosity;
import iccl.run.internal.launch.UserMistake;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunCommandTest {
    @Test
    void shouldReadEveryOption() {
        RunRequest request = parse(
                "-n",
                "4",
                "-l",
                "ompi",
                "--platform",
                "cpu",
                "-x",
                "A=b c",
                "-x",
                "HOME",
                "--timeout",
                "1.5",
                "--tag-output",
                "--output-dir",
                "/tmp/out",
                "-q",
                "all_reduce",
                "--count",
                "5");
        assertEquals(4, request.ranks());
        assertEquals("ompi", request.launcher());
        assertEquals("cpu", request.platform());
        assertEquals(List.of("A=b c", "HOME"), request.forwarded());
        assertEquals(1.5, request.timeoutSeconds());
        assertEquals(new RunRequest.Output(true, Path.of("/tmp/out")), request.output());
        assertEquals(Verbosity.QUIET, request.verbosity());
        assertEquals("all_reduce", request.program());
        assertEquals(List.of("--count", "5"), request.arguments());
    }

    @Test
    void shouldHaveOneRankAndPickTheLauncherItself() {
        RunRequest request = parse("prog");
        assertEquals(1, request.ranks());
        assertEquals("auto", request.launcher());
        assertEquals("auto", request.platform());
        assertEquals(0, request.timeoutSeconds());
    }

    @Test
    void shouldLeaveTheProgramsWordsAlone() {
        List<String> words = List.of("-n", "7", "--", "--help", "-x", "@file", "", "'quoted'", "--dry-run=json");
        RunRequest request = parse(concat(List.of("-n", "2", "prog"), words));
        assertEquals(2, request.ranks());
        assertEquals(words, request.arguments());
    }

    @Test
    void shouldTakeWhatFollowsTwoDashesForTheProgram() {
        RunRequest request = parse("-n", "2", "--", "-odd-name", "--", "x");
        assertEquals("-odd-name", request.program());
        assertEquals(List.of("--", "x"), request.arguments());
    }

    @Test
    void shouldNotTakeTheProgramForTheFormOfADryRun() {
        RunCommand command = command("--dry-run", "json");
        assertTrue(command.isDryRun);
        assertFalse(command.isJsonWanted);
        assertEquals("json", command.toRequest(null).program());
        assertTrue(command("--dry-run=json", "prog").isJsonWanted);
        assertTrue(command("--dry-run=text", "prog").isDryRun);
    }

    @Test
    void shouldSayWhichFormsOfADryRunThereAre() {
        UserMistake mistake = assertThrows(UserMistake.class, () -> parse("--dry-run=xml", "prog"));
        assertEquals(
                "Invalid value for option '--dry-run': there is no form 'xml', only --dry-run (text) and --dry-run=json",
                mistake.getMessage());
    }

    @Test
    void shouldSayWhatIsWrongWithAValue() {
        assertMistake("-n 0: that is no number of ranks", "-n", "0", "prog");
        assertMistake("-n two: that is no number of ranks", "-n", "two", "prog");
        assertMistake("--timeout -3: that is no time", "--timeout=-3", "prog");
        assertMistake("--timeout NaN: that is no time", "--timeout", "NaN", "prog");
        assertMistake("-v and -q contradict each other", "-v", "-q", "prog");
        assertMistake("PROGRAM is missing");
        assertMistake("Unknown option: '--nosuch'", "--nosuch", "prog");
    }

    @Test
    void shouldHintAtTheLauncherThatWasMeant() {
        UserMistake mistake = assertThrows(UserMistake.class, () -> parse("-l", "mpihc", "prog"));
        assertEquals("-l mpihc: there is no such launcher", mistake.getMessage());
        assertTrue(mistake.hint().contains("mpich"), mistake.hint());
    }

    private static void assertMistake(String message, String... words) {
        assertEquals(
                message, assertThrows(UserMistake.class, () -> parse(words)).getMessage());
    }

    private static String[] concat(List<String> left, List<String> right) {
        return java.util.stream.Stream.concat(left.stream(), right.stream()).toArray(String[]::new);
    }

    private static RunRequest parse(String... words) {
        return command(words).toRequest(null);
    }

    private static RunCommand command(String... words) {
        RunCommand command = new RunCommand();
        CommandLines.parse(command, List.of(words), "");
        return command;
    }
}
