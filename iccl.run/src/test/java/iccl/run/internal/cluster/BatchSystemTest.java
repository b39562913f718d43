package iccl.run.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BatchSystemTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private static String text(@Nullable Cluster cluster) {
        assertNotNull(cluster);
        return cluster.nodes().stream()
                .map(node -> node.host() + " x" + node.slots())
                .collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n1                       | 4          | n1 x4",
                "n[1-3]                   | 2(x3)      | n1 x2, n2 x2, n3 x2",
                "n[001-003,7],gpu-a       | 2(x3),1,8  | n001 x2, n002 x2, n003 x2, n7 x1, gpu-a x8",
                "n[09-11]                 | 1(x3)      | n09 x1, n10 x1, n11 x1",
                "r[1-2]-n[1-2].x          | 1(x4)      | r1-n1.x x1, r1-n2.x x1, r2-n1.x x1, r2-n2.x x1",
            })
    void shouldReadTheListOfASlurmJob(String hosts, String counts, String expected) {
        Map<String, String> environment =
                Map.of("SLURM_JOB_NODELIST", hosts, "SLURM_TASKS_PER_NODE", counts, "SLURM_JOB_ID", "17");
        Cluster cluster = new BatchSystem(environment).find();
        assertEquals(expected, text(cluster));
        assertNotNull(cluster);
        assertEquals("the Slurm job 17 (SLURM_JOB_NODELIST)", cluster.source());
    }

    @Test
    void shouldTakeTheProcessorsOfASlurmJobWithoutTasks() {
        assertEquals(
                "a x8, b x8",
                text(new BatchSystem(Map.of("SLURM_NODELIST", "a,b", "SLURM_JOB_CPUS_PER_NODE", "8(x2)")).find()));
        assertEquals("a x1, b x1", text(new BatchSystem(Map.of("SLURM_JOB_NODELIST", "a,b")).find()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n[1-2    | 1(x2) | SLURM_JOB_NODELIST=n[1-2: its brackets do not match",
                "n[[1]]   | 1     | SLURM_JOB_NODELIST=n[[1]]: its brackets do not match",
                "n[3-1]   | 1     | SLURM_JOB_NODELIST=n[3-1]: '3-1' is no range of numbers",
                "n[a]     | 1     | SLURM_JOB_NODELIST=n[a]: 'a' is no range of numbers",
                "a,,b     | 1(x3) | 'SLURM_JOB_NODELIST=a,,b: a host is missing between two commas'",
                "a,b      | 1     | 'SLURM_TASKS_PER_NODE=1: it counts 1 hosts, and SLURM_JOB_NODELIST names 2'",
                "a        | 0     | SLURM_TASKS_PER_NODE=0: '0' is no number of tasks",
                "a        | 2(x   | SLURM_TASKS_PER_NODE=2(x: '2(x' is no number of tasks",
            })
    void shouldSayWhatIsWrongWithASlurmJob(String hosts, String counts, String message) {
        BatchSystem system = new BatchSystem(Map.of("SLURM_JOB_NODELIST", hosts, "SLURM_TASKS_PER_NODE", counts));
        UserMistake mistake = assertThrows(UserMistake.class, system::find);
        assertEquals(message, mistake.getMessage());
        assertEquals("correct it, or name the hosts with -H or -c; -H localhost keeps to this machine", mistake.hint());
    }

    @Test
    void shouldReadTheFileOfAPbsJob() throws IOException {
        Path file = Files.writeString(folder.resolve("nodes"), "n1\nn1\nn2\nn2\n");
        Cluster cluster = new BatchSystem(Map.of("PBS_NODEFILE", file.toString(), "PBS_JOBID", "5.srv")).find();
        assertEquals("n1 x2, n2 x2", text(cluster));
        assertNotNull(cluster);
        assertEquals("the PBS job 5.srv (PBS_NODEFILE=" + file + ")", cluster.source());
    }

    @Test
    void shouldSayThatTheFileOfAPbsJobIsMissing() {
        BatchSystem system = new BatchSystem(Map.of("PBS_NODEFILE", "/nowhere/file"));
        assertEquals(
                "PBS_NODEFILE=/nowhere/file: there is no such file",
                assertThrows(UserMistake.class, system::find).getMessage());
    }

    @Test
    void shouldReadTheHostsOfAnLsfJob() throws IOException {
        assertEquals("a x4, b x2", text(new BatchSystem(Map.of("LSB_MCPU_HOSTS", "a 4 b 2", "LSB_JOBID", "9")).find()));
        Path file = Files.writeString(folder.resolve("lsf"), "c\nc\n");
        assertEquals(
                "c x2",
                text(new BatchSystem(Map.of("LSB_MCPU_HOSTS", "a 4", "LSB_DJOB_HOSTFILE", file.toString())).find()));
        BatchSystem odd = new BatchSystem(Map.of("LSB_MCPU_HOSTS", "a 4 b"));
        assertEquals(
                "LSB_MCPU_HOSTS=a 4 b: each host must be followed by a number",
                assertThrows(UserMistake.class, odd::find).getMessage());
    }

    @Test
    void shouldFindNothingOutsideOfBatchJobs() {
        assertNull(new BatchSystem(Map.of("SLURM_JOB_NODELIST", " ")).find());
    }

    @Test
    void shouldLeaveABatchJobsNodesAloneWhenToldTo() {
        Map<String, String> environment = Map.of("SLURM_JOB_NODELIST", "a,b");
        ClusterSource nobody = new ClusterSource(null, List.of(), null);
        assertNull(nobody.find(environment, false));
        assertEquals("a x1, b x1", text(nobody.find(environment, true)));
        assertEquals(
                "localhost x2", text(new ClusterSource(null, List.of("localhost:2"), null).find(environment, true)));
    }

    @Test
    void shouldRefuseTwoSources() {
        ClusterSource both = new ClusterSource(null, List.of("a"), Path.of("hosts"));
        UserMistake mistake = assertThrows(UserMistake.class, () -> both.find(Map.of(), true));
        assertEquals("-H and --hostfile both name hosts", mistake.getMessage());
    }
}
