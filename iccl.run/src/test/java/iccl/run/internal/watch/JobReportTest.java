package iccl.run.internal.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a job of two ranks is told to have ended whose MPI launcher ended with 255. */
class JobReportTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private String said = "";

    private int tell(String... lines) throws IOException {
        Workshop workshop = new Workshop(folder);
        RunRequest request = new RunRequest(
                2,
                "none",
                "auto",
                List.of(),
                new RunRequest.Output(false, null),
                0,
                RunRequest.Verbosity.QUIET,
                "/bin/sh",
                List.of());
        Plan plan = new Planner(workshop.installation(), Machine.here(), Map.of()).plan(request, Job.create());
        RankEvents events = new RankEvents();
        for (String line : lines) {
            events.accept(line);
            if (events.areDone(2)) {
                events.settle(2);
            }
        }
        PrintStream before = System.err;
        ByteArrayOutputStream captured = new ByteArrayOutputStream();
        System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
        try {
            return new JobReport(plan, request, events, new RankOutput(plan, request)).tell(null, "it broke", 255);
        } finally {
            System.setErr(before);
            said = captured.toString(StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldWarnOnlyWhenAllRanksWereDone() throws IOException {
        assertEquals(0, tell("start 0 10", "start 1 11", "done 0", "done 1", "exit 0 0", "exit 1 143"));
        assertTrue(said.contains("all ranks are done, but "), said);
        assertTrue(said.contains("its launcher ended with exit status 255"), said);
    }

    @Test
    void shouldFailWhenARankWasNotDone() throws IOException {
        assertEquals(255, tell("start 0 10", "start 1 11", "done 0"));
        assertTrue(said.contains("no rank reported a failure; these had not ended by themselves: 0, 1"), said);
    }

    @Test
    void shouldFailWhenARankEndedBadlyByItself() throws IOException {
        assertEquals(139, tell("start 0 10", "start 1 11", "done 0", "done 1", "exit 0 0", "exit 1 139"));
        assertTrue(said.endsWith("failed first: exit status 139 (SIGSEGV): it broke\n"), said);
    }
}
