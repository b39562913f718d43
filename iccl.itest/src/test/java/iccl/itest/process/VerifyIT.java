package iccl.itest.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example suite as users run it. */
@Timeout(180)
class VerifyIT {
    private static final String[] ENDLESS = {"all_reduce", "--", "--iterations", "100000000", "--count", "1K"};

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private String[] words(String... more) {
        List<String> words = new java.util.ArrayList<>(List.of(
                "verify", "-l", "none", "--output-dir", folder.resolve("logs").toString()));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    @Test
    void shouldRunExamplesAndReport() throws IOException {
        Path junit = folder.resolve("reports/junit.xml");
        Path json = folder.resolve("reports/verify.json");
        Icclrun.Result result = Icclrun.run(
                words("--junit", junit.toString(), "--json", json.toString(), "barrier", "all_red*", "--", "--stream"));
        result.expectStatus(0).expectNoNoise();
        List<String> lines = result.lines();
        assertTrue(lines.get(1).matches("all_reduce +PASSED .*"), result::describe);
        assertTrue(lines.get(2).matches("barrier +PASSED .*"), result::describe);
        assertTrue(Files.readString(folder.resolve("logs/all_reduce.log")).contains(" stream ranks=2 "));
        assertTrue(Files.readString(junit).contains("tests=\"2\" failures=\"0\""));
        assertTrue(Files.readString(json).contains("\"isPassed\" : true"));
    }

    @Test
    void shouldEndAnExampleThatTakesTooLong() {
        Icclrun.Result result = Icclrun.run(words(concat("--timeout", "2")));
        result.expectStatus(1).expectError("all_reduce: TIMEOUT: ", "did not end within 2 s");
    }

    @Test
    void shouldSayThatThereIsNoSuchExample() {
        Icclrun.run(words("al_reduce")).expectStatus(2).expectError("there is no example 'al_reduce'", "all_reduce");
    }

    @Test
    void shouldSayThatAReportCannotBeWrittenBeforeAnythingStarts() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        Icclrun.run(words("--junit", file.resolve("report").toString(), "barrier"))
                .expectStatus(2)
                .expectError("--junit " + file.resolve("report") + " cannot be written", "there is no folder " + file);
        Icclrun.run(words("--json", "/proc/report", "barrier"))
                .expectStatus(2)
                .expectError("--json /proc/report cannot be written");
        Icclrun.run(words("--junit", file.toString(), "--json", file.toString(), "barrier"))
                .expectStatus(2)
                .expectError("--junit and --json name the same file");
        assertTrue(Files.notExists(folder.resolve("logs")));
    }

    @Test
    void shouldLeaveNothingWhenItIsKilled() throws IOException {
        try (Icclrun run = Icclrun.start(words(ENDLESS))) {
            awaitRanks();
            assertTrue(ProcessHandle.of(run.pid()).orElseThrow().destroyForcibly());
            run.await().expectStatus(137);
        }
    }

    @Test
    void shouldEndTheExampleWhenItIsAskedToEnd() throws IOException {
        try (Icclrun run = Icclrun.start(words(ENDLESS))) {
            awaitRanks();
            assertTrue(ProcessHandle.of(run.pid()).orElseThrow().destroy());
            Icclrun.Result result = run.await();
            assertEquals(143, result.status(), result::describe);
            assertTrue(result.out().contains("ended by signal 15"), result::describe);
        }
    }

    private static String[] concat(String... words) {
        return java.util.stream.Stream.concat(java.util.Arrays.stream(words), java.util.Arrays.stream(ENDLESS))
                .toArray(String[]::new);
    }

    /** Until two processes run what this test's log names. */
    private void awaitRanks() {
        String log = folder.resolve("logs/all_reduce.log").toString();
        Polling.until("the ranks run", () -> {
            @Nullable Boolean found = null;
            if (Files.exists(Path.of(log))) {
                long ranks = ProcessHandle.allProcesses()
                        .filter(process -> process.info()
                                .commandLine()
                                .orElse("")
                                .matches(".*RankMain program all_reduce --iterations 100000000 .*"))
                        .count();
                found = ranks >= 2 ? true : null;
            }
            return found;
        });
    }
}
