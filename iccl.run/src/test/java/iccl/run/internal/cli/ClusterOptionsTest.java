package iccl.run.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.cluster.Cluster;
import iccl.run.internal.cluster.ClusterRequest;
import iccl.run.internal.launch.RunRequest;
import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterOptionsTest {
    private static final Map<String, String> SLURM = Map.of("SLURM_JOB_NODELIST", "n[1-2]", "SLURM_JOB_ID", "5");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private static RunCommand command(String... words) {
        RunCommand command = new RunCommand();
        CommandLines.parse(command, List.of(words), "");
        return command;
    }

    private static Cluster found(RunCommand command, Map<String, String> environment) {
        Cluster cluster = command.findCluster(environment);
        assertNotNull(cluster);
        return cluster;
    }

    @Test
    void shouldStayOnThisMachineWithoutNodes() {
        RunCommand command = command("prog");
        assertNull(command.findCluster(Map.of()));
        assertTrue(command.isHere(null, Map.of()));
    }

    @Test
    void shouldTakeAllSlotsUnlessANumberIsGiven() {
        RunCommand command = command("-H", "a:2,b:3", "-H", "c", "--accept-new-host-keys", "-b", "--dry-run", "prog");
        Cluster cluster = found(command, Map.of());
        RunRequest request = command.toRequest(cluster);
        assertEquals(6, request.ranks());
        assertFalse(command.isHere(cluster, Map.of()));
        assertEquals(
                new ClusterRequest(cluster, request, true, true, ClusterRequest.DryRun.TEXT),
                command.toRequest(cluster, request));
        assertEquals(
                4,
                command("-n", "4", "-H", "a:2,b:3", "prog").toRequest(cluster).ranks());
    }

    @Test
    void shouldRefuseMoreRanksThanSlots() {
        RunCommand command = command("-n", "6", "-H", "a:2,b:3", "prog");
        Cluster cluster = found(command, Map.of());
        UserMistake mistake =
                assertThrows(UserMistake.class, () -> command.toRequest(cluster, command.toRequest(cluster)));
        assertEquals("-n 6: -H a:2,b:3 has 5 slots only", mistake.getMessage());
    }

    @Test
    void shouldTakeTheNodesOfABatchJobUnlessToldToStayHere() {
        assertEquals(2, found(command("prog"), SLURM).slots());
        assertNull(command("-l", "none", "prog").findCluster(SLURM));
        RunCommand here = command("-H", "localhost:3", "prog");
        Cluster cluster = found(here, SLURM);
        assertTrue(here.isHere(cluster, SLURM));
        assertEquals(3, here.toRequest(cluster).ranks());
    }

    @Test
    void shouldStayHereInABatchJobOfThisMachineOnly() {
        Map<String, String> environment =
                Map.of("SLURM_JOB_NODELIST", "n7", "SLURM_TASKS_PER_NODE", "4", "SLURMD_NODENAME", "n7");
        RunCommand command = command("prog");
        Cluster cluster = found(command, environment);
        assertTrue(command.isHere(cluster, environment));
        assertEquals(4, command.toRequest(cluster).ranks());
    }

    @Test
    void shouldBuildAndReadAFileOnThisMachineThroughTheClustersWay() throws IOException {
        RunCommand building = command("-b", "-H", "localhost", "prog");
        assertFalse(building.isHere(found(building, Map.of()), Map.of()));
        Path file = Files.writeString(folder.resolve("c.yaml"), "nodes: [{ip: localhost, slots: 2}]\n");
        RunCommand configured = command("-c", file.toString(), "prog");
        Cluster cluster = found(configured, Map.of());
        assertFalse(configured.isHere(cluster, Map.of()));
        assertEquals("1 node with 2 slots from " + file, cluster.describe());
    }

    @Test
    void shouldRefuseWhatContradictsItself() {
        assertMistake("-l none keeps to this machine, and -H a names others", "-l", "none", "-H", "a", "prog");
        assertMistake("--build takes a cluster", "-b", "prog");
        assertMistake("-c and -H both name hosts", "-c", "x.yaml", "-H", "a", "prog");
        assertMistake("-c x.yaml: there is no such file", "-c", "x.yaml", "prog");
        assertMistake("--hostfile x: there is no such file", "--hostfile", "x", "prog");
    }

    private static void assertMistake(String message, String... words) {
        UserMistake mistake =
                assertThrows(UserMistake.class, () -> command(words).findCluster(Map.of()));
        assertEquals(message, mistake.getMessage());
    }
}
