package iccl.itest.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.itest.process.Icclrun;
import iccl.itest.process.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** However a job on several nodes ends, the report says why, and within ten seconds nothing is left on any node. */
@OnCluster
@Timeout(360)
class NodeFailuresIT {
    private static final int RANKS = 3;

    /** Node 1, node 2 and node 4 with a rank each. */
    private static String cluster(Bed bed) {
        return ClusterRun.file(bed, "three", ClusterRun.nodes(List.of(bed.node(1), bed.node(2), bed.node(4)), 1));
    }

    private static Icclrun start(Bed bed, Launcher launcher, String... words) {
        return ClusterRun.start(
                bed,
                Stream.concat(Stream.of("-c", cluster(bed), "-l", launcher.option()), Stream.of(words))
                        .toArray(String[]::new));
    }

    private static Icclrun startHanging(Bed bed, Launcher launcher) {
        Icclrun run = start(bed, launcher, ClusterRun.executable(bed), "hang");
        ClusterRun.awaitReady(run, RANKS);
        assertEquals(1, ClusterRun.ranksOn(bed.node(2)).size(), "the rank runs on the node");
        return run;
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void shouldNameTheRankThatWasKilled(Launcher launcher, Bed bed) throws IOException, InterruptedException {
        Footprint footprint = Footprint.of(bed);
        try (Icclrun run = startHanging(bed, launcher)) {
            ClusterRun.kill(ClusterRun.ranksOn(bed.node(2)).get(0), "-KILL");
            Icclrun.Result result = run.await().expectStatus(137).expectError("rank 1 on host node2", "SIGKILL");
            footprint.expectUnchanged(result);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void shouldEndWithTheStatusOfTheRankThatExits(Launcher launcher, Bed bed) throws InterruptedException {
        Footprint footprint = Footprint.of(bed);
        try (Icclrun run = start(bed, launcher, ClusterRun.executable(bed), "exit", "2", "3")) {
            Icclrun.Result result = run.await().expectStatus(3).expectError("rank 2 on host node4", "exit status 3");
            footprint.expectUnchanged(result);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void shouldEndWhenTheSshServerOfANodeDies(Launcher launcher, Bed bed) throws InterruptedException {
        Footprint footprint = Footprint.of(bed);
        try (Icclrun run = startHanging(bed, launcher)) {
            bed.fault("stop-sshd", bed.node(2));
            Icclrun.Result result = run.await().expectError("node2");
            assertTrue(result.status() != 0, result::describe);
            footprint.expectUnchanged(result);
        } finally {
            bed.fault("start-sshd", bed.node(2));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void shouldEndWhenANodeDropsOffTheNetwork(Launcher launcher, Bed bed) throws InterruptedException {
        Footprint footprint = Footprint.of(bed);
        try (Icclrun run = startHanging(bed, launcher)) {
            bed.fault("cut", bed.node(2));
            Icclrun.Result result = run.await().expectError("node2");
            assertTrue(result.status() != 0, result::describe);
            // The sshd there does not know yet; what is the job's must be gone.
            footprint.expectNothingOfAJob(result);
        } finally {
            bed.fault("mend", bed.node(2));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void shouldLeaveNothingWhenTheLauncherIsKilled(Launcher launcher, Bed bed)
            throws IOException, InterruptedException {
        Footprint footprint = Footprint.of(bed);
        try (Icclrun run = startHanging(bed, launcher)) {
            ClusterRun.kill(ClusterRun.launcherOf(bed), "-KILL");
            footprint.expectUnchanged(run.await().expectStatus(137));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void shouldEndOnCtrlC(Launcher launcher, Bed bed) throws IOException, InterruptedException {
        Footprint footprint = Footprint.of(bed);
        try (Icclrun run = startHanging(bed, launcher)) {
            ClusterRun.kill(ClusterRun.launcherOf(bed), "-INT");
            footprint.expectUnchanged(
                    run.await().expectStatus(130).expectError("SIGINT").expectNoStackTrace());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void shouldEndAtOnceOnTheSecondSignal(Launcher launcher, Bed bed) throws IOException, InterruptedException {
        Footprint footprint = Footprint.of(bed);
        try (Icclrun run = start(bed, launcher, "-v", ClusterRun.executable(bed), "stay")) {
            ClusterRun.awaitReady(run, RANKS);
            // Two of a kind may be heard as one.
            ClusterRun.kill(ClusterRun.launcherOf(bed), "-INT");
            ClusterRun.kill(ClusterRun.launcherOf(bed), "-TERM");
            Icclrun.Result result = run.await().expectError("second signal").expectNoStackTrace();
            assertTrue(result.status() == 130 || result.status() == 143, result::describe);
            footprint.expectUnchanged(result);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void shouldEndWhenTheTimeIsUp(Launcher launcher, Bed bed) throws InterruptedException {
        Footprint footprint = Footprint.of(bed);
        try (Icclrun run = start(bed, launcher, "--timeout", "4", ClusterRun.executable(bed), "hang")) {
            footprint.expectUnchanged(run.await().expectStatus(110).expectError("4 s", "--timeout"));
        }
    }

    @Test
    void shouldSayThatTheDiskOfANodeIsFull(Bed bed) throws InterruptedException, IOException {
        String file = ClusterRun.file(
                bed,
                "full",
                "nodes:\n" + ClusterRun.entry(bed.node(1), 1)
                        + ClusterRun.entry(bed.node(2), 1, "install_dir: /small/iccl"));
        Files.write(bed.node(2).file("/small/filler"), new byte[7 << 20]);
        Footprint footprint = Footprint.of(bed, "/small/iccl(/deployed(/(store|trees|tmp)(/[0-9a-f]{32,}x?)?)?)?");
        try {
            Icclrun.Result result = ClusterRun.run(bed, "-c", file, "barrier");
            result.expectStatus(2).expectNoStackTrace().expectError("node2", "install_dir");
            footprint.expectUnchanged(result);
        } finally {
            bed.on(bed.node(2), "rm", "-rf", "/small/iccl", "/small/filler");
        }
    }
}
