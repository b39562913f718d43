package iccl.run.internal.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.launch.Job;
import iccl.run.internal.launch.Machine;
import iccl.run.internal.launch.Plan;
import iccl.run.internal.launch.Planner;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.launch.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RankOutputTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private RankOutput into(Path directory) throws IOException {
        RunRequest request = new RunRequest(
                1,
                "none",
                "auto",
                List.of(),
                new RunRequest.Output(false, directory),
                0,
                RunRequest.Verbosity.QUIET,
                "/bin/sh",
                List.of());
        Plan plan =
                new Planner(new Workshop(folder).installation(), Machine.here(), Map.of()).plan(request, Job.create());
        return new RankOutput(plan, request);
    }

    @Test
    void shouldMakeTheFolder() throws IOException {
        Path directory = folder.resolve("new/logs");
        into(directory).start();
        assertTrue(Files.exists(directory.resolve("rank-0.stdout")));
    }

    @Test
    void shouldSayWhichFolderIsNone() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        UserMistake mistake = assertThrows(UserMistake.class, into(file)::start);
        assertEquals("--output-dir " + file + ": the ranks' files cannot be made there", mistake.getMessage());
    }
}
