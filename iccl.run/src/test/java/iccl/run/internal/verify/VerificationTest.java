package iccl.run.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.verify.ExampleResult.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** With a shell script for a launcher: what it does depends on the example's name. */
@Timeout(120)
class VerificationTest {
    private static final String LAUNCHER =
            """
            [ "$1" = --build ] && { echo built >>"$DIR/builds"; shift; }
            name=$1
            shift
            case $name in
            good) echo "good float32 PASSED" ;;
            words) printf '%s\\n' "$@"; echo "words PASSED" ;;
            wrong) echo "wrong float32 FAILED: rank 1, element 3 is 4, not 5"; echo "icclrun: rank 1 on host h failed first"; exit 1 ;;
            lying) echo "lying float32 FAILED: rank 0, element 1 is 4, not 5"; echo "lying int8 PASSED"; exit 0 ;;
            silent) exit 0 ;;
            crash) echo "hello"; echo "icclrun: rank 0 on host h (pid 7) failed first: exit status 139 (SIGSEGV)"; exit 139 ;;
            late) echo "icclrun: the job did not end within 1 s"; exit 110 ;;
            picky) echo "picky: Unknown option: '--x'; see picky --help"; exit 2 ;;
            refused) echo "icclrun: -l mpich: not installed"; echo "  install it"; exit 2 ;;
            stuck) trap '' TERM; echo $$ >"$DIR/pid"; exec sleep 600 ;;
            waiting) trap 'exit 143' TERM; : >"$DIR/waiting"; sleep 600 & wait ;;
            esac
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private Verification verification(double limit, List<String> arguments, String... names) throws IOException {
        Path script = folder.resolve("launcher.sh");
        Files.writeString(script, "DIR='" + folder + "'\n" + LAUNCHER);
        Files.createDirectories(folder.resolve("logs"));
        return new Verification(
                new Verification.Suite(
                        List.of(names),
                        List.of("/bin/sh", script.toString()),
                        List.of("--build"),
                        arguments,
                        folder.resolve("logs"),
                        limit,
                        false),
                progress::add);
    }

    private final List<String> progress = new ArrayList<>();

    private ExampleResult only(String name) throws IOException, InterruptedException {
        return verification(60, List.of(), name).run("none").get(0);
    }

    private void assertResult(Status status, int exitStatus, String detail, String name)
            throws IOException, InterruptedException {
        ExampleResult result = only(name);
        assertEquals(status, result.status(), name);
        assertEquals(exitStatus, result.exitStatus(), name);
        assertEquals(detail, result.detail(), name);
    }

    @Test
    void shouldJudgeByWhatTheExampleSaysAndHowItEnds() throws IOException, InterruptedException {
        assertResult(Status.PASSED, 0, "", "good");
        assertResult(Status.FAILED, 1, "wrong float32 FAILED: rank 1, element 3 is 4, not 5", "wrong");
        assertResult(Status.FAILED, 0, "lying float32 FAILED: rank 0, element 1 is 4, not 5", "lying");
        assertResult(Status.FAILED, 0, "it ended without saying that its data is right", "silent");
        assertResult(
                Status.FAILED,
                139,
                "icclrun: rank 0 on host h (pid 7) failed first: exit status 139 (SIGSEGV)",
                "crash");
        assertResult(Status.TIMEOUT, 110, "icclrun: the job did not end within 1 s", "late");
        assertResult(Status.SKIPPED, 2, "picky: Unknown option: '--x'; see picky --help", "picky");
    }

    @Test
    void shouldKeepALogAndPassArgumentsOnAsTheyAre() throws IOException, InterruptedException {
        List<String> arguments = List.of("--count", "a b", "", "$HOME", "'");
        ExampleResult result = verification(60, arguments, "words").run("none").get(0);
        List<String> lines = Files.readAllLines(result.log());
        assertTrue(lines.get(0).startsWith("# /bin/sh "), lines.get(0));
        assertEquals(List.of("--count", "a b", "", "$HOME", "'", "words PASSED"), lines.subList(1, lines.size()));
        assertEquals(folder.resolve("logs/words.log"), result.log());
    }

    @Test
    void shouldGoOnAfterAFailureAndBuildOnce() throws IOException, InterruptedException {
        List<ExampleResult> results =
                verification(60, List.of(), "wrong", "good", "crash").run("none");
        assertEquals(
                List.of(Status.FAILED, Status.PASSED, Status.FAILED),
                results.stream().map(ExampleResult::status).toList());
        assertEquals(List.of("built"), Files.readAllLines(folder.resolve("builds")));
        assertEquals(
                List.of(
                        "[1/3] wrong",
                        "[1/3] wrong: FAILED: wrong float32 FAILED: rank 1, element 3 is 4, not 5",
                        "[2/3] good",
                        "[2/3] good: PASSED"),
                progress.subList(0, 4));
    }

    @Test
    void shouldStopWhenNothingCanBeStarted() throws IOException, InterruptedException {
        List<ExampleResult> results =
                verification(60, List.of(), "refused", "good").run("none");
        assertEquals(Status.FAILED, results.get(0).status());
        assertEquals("icclrun: -l mpich: not installed", results.get(0).detail());
        assertEquals(Status.SKIPPED, results.get(1).status());
        assertEquals("not run: refused could not be started", results.get(1).detail());
    }

    @Test
    void shouldEndALauncherThatDoesNotEnd() throws IOException, InterruptedException {
        ExampleResult result = verification(0.5, List.of(), "stuck").run("none").get(0);
        assertEquals(Status.TIMEOUT, result.status());
        assertEquals("its launcher did not end in time and was ended", result.detail());
        long process = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        assertFalse(ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false));
    }

    @Test
    void shouldStartNoOtherAfterASignal() throws IOException, InterruptedException {
        Verification verification = verification(60, List.of(), "waiting", "good");
        CountDownLatch isSent = new CountDownLatch(1);
        Thread sender = new Thread(() -> {
            while (!Files.exists(folder.resolve("waiting"))) {
                Thread.onSpinWait();
            }
            verification.onSignal(15);
            isSent.countDown();
        });
        sender.start();
        List<ExampleResult> results = verification.run("none");
        assertTrue(isSent.await(10, TimeUnit.SECONDS));
        assertEquals(15, verification.signal());
        assertEquals("ended by signal 15", results.get(0).detail());
        assertEquals("not run: ended by signal 15", results.get(1).detail());
        assertEquals(Status.SKIPPED, results.get(0).status());
    }
}
