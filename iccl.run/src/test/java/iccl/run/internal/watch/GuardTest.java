package iccl.run.internal.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.launch.Job;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The guard script against real processes. */
@Timeout(60)
class GuardTest {
    private static final Path SCRIPT = Path.of("src/main/libexec/guard.sh").toAbsolutePath();

    private static final String SLEEP = "echo ready; sleep 300";

    private final Job job = Job.create();
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void shouldEndTheJobsProcessesAndRemoveItsFilesWhenTheLauncherDies() throws Exception {
        Process guard = new ProcessBuilder("setsid", "/bin/sh", SCRIPT.toString(), job.id()).start();
        job.makeDirectories();
        Process willing = start(job.id(), SLEEP);
        Process stubborn = start(job.id(), "trap '' TERM INT HUP; echo ready; while :; do sleep 300; done");
        Process stranger = start("ffffffffffffffff", SLEEP);
        // What a launcher's death does.
        guard.getOutputStream().close();
        assertTrue(guard.waitFor(20, TimeUnit.SECONDS));
        assertTrue(willing.waitFor(1, TimeUnit.SECONDS));
        assertTrue(stubborn.waitFor(1, TimeUnit.SECONDS));
        assertEquals(137, stubborn.exitValue());
        assertTrue(stranger.isAlive(), "another job's process");
        assertFalse(Files.exists(job.directory()));
        assertFalse(Files.exists(job.memory()));
    }

    @Test
    void shouldNotListenToSignals() throws Exception {
        Process guard = new ProcessBuilder("/bin/sh", SCRIPT.toString(), job.id()).start();
        job.makeDirectories();
        // Its first command is the trap; until then it is deaf to nothing.
        Thread.sleep(500);
        for (String signal : List.of("INT", "TERM", "HUP")) {
            new ProcessBuilder("/bin/sh", "-c", "kill -s " + signal + " " + guard.pid())
                    .start()
                    .waitFor();
        }
        assertFalse(guard.waitFor(500, TimeUnit.MILLISECONDS));
        guard.getOutputStream().close();
        assertTrue(guard.waitFor(20, TimeUnit.SECONDS));
        assertFalse(Files.exists(job.directory()));
    }

    @Test
    void shouldGiveNoTimeWhenTold() throws Exception {
        Guard guard = Guard.start(SCRIPT, job);
        job.makeDirectories();
        Process process = start(job.id(), "trap 'exit 0' TERM; echo ready; sleep 300 & wait");
        guard.cleanUp(true);
        assertTrue(guard.awaitEnd());
        assertTrue(process.waitFor(1, TimeUnit.SECONDS));
        assertEquals(137, process.exitValue());
    }

    @Test
    void shouldEndAJobWhoseLauncherFallsSilent() throws Exception {
        Job place = job.onNode(3);
        Process guard = new ProcessBuilder("/bin/sh", SCRIPT.toString(), place.id(), place.place()).start();
        place.makeDirectories();
        Process process = start("ICCL_JOB_DIR", place.directory().toString(), SLEEP);
        Process leftByABuild = start("ICCL_BUILD", place.name(), SLEEP);
        Process elsewhere = start(job.id(), SLEEP);

        guard.getOutputStream().write("beat\ntell ending\n".getBytes(StandardCharsets.US_ASCII));
        guard.getOutputStream().flush();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "its pipe is open, and nothing comes");
        assertTrue(leftByABuild.waitFor(10, TimeUnit.SECONDS));
        assertTrue(elsewhere.isAlive(), "the same job's, in another place of this machine");
        assertTrue(guard.waitFor(10, TimeUnit.SECONDS));
        // The watcher does the guard's work, and goes on for a moment.
        for (int tries = 0; tries < 200 && Files.exists(place.memory()); tries++) {
            Thread.sleep(50);
        }
        assertFalse(Files.exists(place.directory()));
        assertFalse(Files.exists(place.memory()));
    }

    @Test
    void shouldPassOnWhatRanksHaveToKnow() throws Exception {
        Process guard = new ProcessBuilder("/bin/sh", SCRIPT.toString(), job.id()).start();
        job.makeDirectories();
        Process process = start(job.id(), "trap 'exit 5' TERM; echo ready; sleep 300 & wait");
        String orders = "tell finish\nterm " + process.pid() + "\n";
        guard.getOutputStream().write(orders.getBytes(StandardCharsets.US_ASCII));
        guard.getOutputStream().flush();
        assertTrue(process.waitFor(10, TimeUnit.SECONDS));
        assertEquals(5, process.exitValue());
        assertEquals("finish\n", Files.readString(job.events()));
        guard.getOutputStream().close();
        assertTrue(guard.waitFor(20, TimeUnit.SECONDS));
    }

    @Test
    void shouldRefuseWhatIsNoJobId() throws Exception {
        Process guard = new ProcessBuilder("/bin/sh", SCRIPT.toString(), "../../etc").start();
        assertEquals(2, guard.waitFor());
    }

    private Process start(String id, String command) throws Exception {
        return start("ICCL_JOB", id, command);
    }

    /** @param command which says that it is ready when its traps are set */
    private Process start(String variable, String value, String command) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command);
        builder.environment().put(variable, value);
        Process process = builder.start();
        processes.add(process);
        assertEquals("ready", process.inputReader().readLine());
        return process;
    }
}
