package iccl.itest.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** However a job ends, its exit status and report tell why, and nothing is left of it. */
@Timeout(180)
class FailuresIT {
    private static final int RANKS = 3;
    private static final double ENDS_WITHIN_SECONDS = 20;

    private static String jar = "";

    @BeforeAll
    static void makeJar(@TempDir Path folder) throws IOException {
        jar = UserJar.make("Trouble", folder).toString();
    }

    private static Icclrun start(Launcher launcher, String... mode) {
        return Icclrun.start(
                Stream.concat(Stream.of("-n", Integer.toString(RANKS), "-l", launcher.option(), jar), Stream.of(mode))
                        .toArray(String[]::new));
    }

    private static Icclrun.Result run(Launcher launcher, String... mode) {
        try (Icclrun run = start(launcher, mode)) {
            return run.await();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheRankThatThrows(Launcher launcher) {
        run(launcher, "throw", "1").expectStatus(1).expectError("rank 1 on host ", "trouble on purpose");
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWithTheStatusOfTheRankThatExits(Launcher launcher) {
        run(launcher, "exit", "2", "3").expectStatus(3).expectError("rank 2 on host ", "exit status 3");
    }

    @ParameterizedTest
    @EnumSource
    void shouldNameTheRankThatWasKilled(Launcher launcher) {
        try (Icclrun run = start(launcher, "hang", "0")) {
            long pid = awaitReady(run, 1);
            assertTrue(ProcessHandle.of(pid).orElseThrow().destroyForcibly());
            run.await().expectStatus(137).expectError("rank 1 on host ", "(pid " + pid + ")", "SIGKILL");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndWhenTheTimeIsUp(Launcher launcher) {
        Icclrun.Result result = Icclrun.run("-n", "3", "-l", launcher.option(), "--timeout", "5", jar, "hang", "1");
        result.expectStatus(110).expectError("5 s", "--timeout").expectNoStackTrace();
        assertTrue(result.seconds() < 5 + ENDS_WITHIN_SECONDS, result::describe);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNothingWhenTheLauncherIsKilled(Launcher launcher) {
        try (Icclrun run = start(launcher, "hang", "2")) {
            awaitReady(run, 0);
            assertTrue(ProcessHandle.of(run.pid()).orElseThrow().destroyForcibly());
            run.await().expectStatus(137);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndOnCtrlC(Launcher launcher) throws IOException, InterruptedException {
        try (Icclrun run = start(launcher, "hang", "0")) {
            awaitReady(run, 0);
            long before = System.nanoTime();
            new ProcessBuilder("/bin/sh", "-c", "kill -INT " + run.pid())
                    .start()
                    .waitFor();
            run.await().expectStatus(130).expectError("SIGINT").expectNoStackTrace();
            assertTrue((System.nanoTime() - before) / 1e9 < ENDS_WITHIN_SECONDS, "ends soon");
        }
    }

    /** Waits until all ranks have started; gives the process of one of them. */
    private static long awaitReady(Icclrun run, int rank) {
        Pattern ready = Pattern.compile("ready rank=(\\d+) pid=(\\d+)");
        Supplier<@Nullable Long> question = () -> {
            String out = run.out();
            Matcher matcher = ready.matcher(out);
            long pid = -1;
            int count = 0;
            while (matcher.find()) {
                count++;
                pid = Integer.parseInt(matcher.group(1)) == rank ? Long.parseLong(matcher.group(2)) : pid;
            }
            return count == RANKS ? pid : null;
        };
        return Polling.until("all ranks are ready", question);
    }
}
