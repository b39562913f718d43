package iccl.run.internal.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.Machine;
import iccl.run.internal.launch.Plan;
import iccl.run.internal.launch.Planner;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.Workshop;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs of plain executables, with the embedded launcher. */
@Timeout(120)
class JobRunTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private final Job job = Job.create();
    private String errors = "";

    @Test
    void shouldGiveRanksTheirPlaceAndKeepTheirOutput() throws Exception {
        Path output = folder.resolve("output");
        assertEquals(0, run(3, 0, output, "echo $ICCL_RANK of $ICCL_SIZE; echo note $ICCL_LAUNCHER >&2"));
        for (int rank = 0; rank < 3; rank++) {
            assertEquals(rank + " of 3\n", Files.readString(output.resolve("rank-" + rank + ".stdout")));
            assertEquals("note none\n", Files.readString(output.resolve("rank-" + rank + ".stderr")));
        }
    }

    @Test
    void shouldEndTheJobWhenOneRankFailsAndNameIt() throws Exception {
        long start = System.nanoTime();
        int status = run(
                3,
                0,
                null,
                "if [ $ICCL_RANK = 2 ]; then echo my disk is full >&2; exit 3; fi; trap '' TERM; sleep 300");
        assertEquals(3, status);
        assertTrue(
                errors.matches(
                        "(?s).*icclrun: rank 2 on host \\S+ \\(pid [0-9]+\\) failed first: exit status 3: my disk is full\n"),
                errors);
        assertTrue(System.nanoTime() - start < 30e9, "bounded, even on a busy machine");
    }

    @Test
    void shouldTranslateSignals() throws Exception {
        assertEquals(139, run(2, 0, null, "[ $ICCL_RANK = 1 ] && kill -SEGV $$; sleep 300"));
        assertTrue(errors.contains("failed first: exit status 139 (SIGSEGV)"), errors);
    }

    @Test
    void shouldNoticeAScriptThatWasKilled() throws Exception {
        assertEquals(137, run(2, 0, null, "[ $ICCL_RANK = 0 ] && kill -9 $PPID; sleep 300"));
        assertTrue(errors.contains("rank 0 on host"), errors);
    }

    @Test
    void shouldEndTheJobInTimeAndNameWhoIsLate() throws Exception {
        assertEquals(JobRun.TIMED_OUT, run(2, 1, null, "[ $ICCL_RANK = 0 ] || sleep 300"));
        assertTrue(errors.contains("did not end within 1 s (--timeout)"), errors);
        assertTrue(errors.matches("(?s).*still running: rank 1 on host \\S+ \\(pid .*"), errors);
    }

    @Test
    void shouldEndGracefullyOnASignal() throws Exception {
        Path said = folder.resolve("said");
        JobRun run = prepare(1, 0, null, "trap 'echo bye >" + said + "; exit 0' TERM; sleep 300 & wait");
        Thread signal = new Thread(() -> {
            awaitStart();
            run.onSignal(2);
        });
        signal.start();
        assertEquals(130, runWithErrors(run));
        assertEquals("bye\n", Files.readString(said));
    }

    private void awaitStart() {
        try {
            while (!Files.exists(job.events())
                    || !Files.readString(job.events()).contains("start 0")) {
                Thread.sleep(20);
            }
            // The program's first command is the trap.
            Thread.sleep(500);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int run(int ranks, double timeout, @Nullable Path output, String command) throws Exception {
        return runWithErrors(prepare(ranks, timeout, output, command));
    }

    private JobRun prepare(int ranks, double timeout, @Nullable Path output, String command) throws IOException {
        Workshop workshop = new Workshop(folder.resolve("workshop"));
        RunRequest request = new RunRequest(
                ranks,
                "none",
                "auto",
                List.of(),
                new RunRequest.Output(false, output),
                timeout,
                RunRequest.Verbosity.QUIET,
                "/bin/sh",
                List.of("-c", command));
        Machine machine = Machine.here();
        Plan plan = new Planner(workshop.installation(), machine, Map.of()).plan(request, job);
        return JobRun.here(plan, request, workshop.installation());
    }

    private int runWithErrors(JobRun run) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            return run.run();
        } finally {
            System.setErr(before);
            errors = captured.toString(StandardCharsets.UTF_8);
            assertFalse(Files.exists(job.directory()), "files are left");
            assertFalse(Files.exists(job.memory()), "files are left in shared memory");
        }
    }
}
