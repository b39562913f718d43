package iccl.run.internal.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.doctor.Check.Status;
import iccl.run.internal.probe.NodeFacts;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeChecksTest {
    private static final String HEALTHY =
            """
            host	n1
            user	ann
            architecture	x86_64
            os	debian
            os_version	12
            cores	8
            memory_kib	16777216
            clock	1000.5
            ssh_connection	10.0.0.9 5000 10.0.0.1 22
            address	eth0 10.0.0.1/24
            java	17.0.9 /usr/lib/jvm/java-17
            mpi	/usr/bin/mpirun mpirun (Open MPI) 4.1.4
            tool	tar /usr/bin/tar
            tool	cksum /usr/bin/cksum
            tool	cmake /usr/bin/cmake
            install	/home/ann/.iccl
            install_writable	yes
            free_kib	20971520 /
            free_kib	1048576 /dev/shm
            """;

    private static Check check(String name, Node node, String facts) {
        return NodeChecks.of(node, NodeFacts.parse(facts), 1000, 1001).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertCheck(Status status, String text, String name, String facts) {
        Check check = check(name, Node.of(0, "n1"), facts);
        assertEquals(text, check.text());
        assertEquals(status, check.status());
        assertEquals(status == Status.OK, check.remedy().isEmpty(), check.remedy());
    }

    @Test
    void shouldFindAHealthyNodeReady() {
        List<Check> checks = NodeChecks.of(Node.of(0, "n1"), NodeFacts.parse(HEALTHY), 1000, 1001);
        assertTrue(checks.stream().allMatch(check -> check.status() == Status.OK), checks.toString());
        assertCheck(Status.OK, "ann on host n1 at 10.0.0.1 on eth0", "ssh", HEALTHY);
        assertCheck(Status.OK, "debian 12, x86_64, 8 cores, 16 GiB", "system", HEALTHY);
        assertCheck(Status.OK, "17.0.9 in /usr/lib/jvm/java-17", "java", HEALTHY);
        assertCheck(Status.OK, "Open MPI 4.1.4 (/usr/bin/mpirun)", "mpi", HEALTHY);
        assertCheck(Status.OK, "for --build: cmake", "tools", HEALTHY);
        assertCheck(Status.OK, "/home/ann/.iccl, 20 GiB free", "install_dir", HEALTHY);
        assertCheck(Status.OK, "1024 MiB free", "/dev/shm", HEALTHY);
    }

    @Test
    void shouldSayWhatIsWrongAndWhatToDo() {
        assertCheck(
                Status.BAD,
                "none, and the one here does not run on sparc",
                "java",
                HEALTHY.replace("x86_64", "sparc").replaceAll("java\t.*\n", ""));
        assertCheck(Status.BAD, "neither Open MPI nor MPICH on PATH", "mpi", HEALTHY.replaceAll("mpi\t.*\n", ""));
        assertCheck(Status.BAD, "missing: cksum", "tools", HEALTHY.replaceAll("tool\tck.*\n", ""));
        assertCheck(
                Status.BAD,
                "cannot write to /home/ann/.iccl",
                "install_dir",
                HEALTHY.replaceAll("install_writable.*\n", ""));
        assertCheck(
                Status.WARN,
                "/home/ann/.iccl, 9 MiB free",
                "install_dir",
                HEALTHY.replace("20971520 /\n", "10000 /\n"));
        assertCheck(Status.WARN, "1 MiB free", "/dev/shm", HEALTHY.replace("1048576", "1024"));
        assertCheck(Status.WARN, "95 s behind this machine's", "clock", HEALTHY.replace("1000.5", "905.0"));
        assertCheck(Status.WARN, "99 s ahead of this machine's", "clock", HEALTHY.replace("1000.5", "1100"));
    }

    @Test
    void shouldLookAtWhatTheFileStates() {
        Node node = Node.of(0, "n1");
        Node stated = new Node(
                0,
                "n1",
                node.access(),
                9,
                null,
                "/w",
                null,
                "nvidia",
                "/jdk",
                node.environment(),
                node.backendEnvironment(),
                node.build());
        assertEquals(Status.BAD, check("work_dir", stated, HEALTHY).status());
        assertEquals("/w does not exist", check("work_dir", stated, HEALTHY).text());
        assertEquals(
                Status.OK, check("work_dir", stated, HEALTHY + "work\t/w\n").status());
        assertEquals("9 for 8 cores", check("slots", stated, HEALTHY).text());
        assertEquals(Status.WARN, check("slots", stated, HEALTHY).status());
        assertEquals(
                "no Java 17 or newer in java_home /jdk",
                check("java", stated, HEALTHY.replaceAll("java\t.*\n", "")).text());
        assertEquals(
                "type nvidia, seen: /dev/nvidia0",
                check("devices", stated, HEALTHY + "device\t/dev/nvidia0\n").text());
    }

    @Test
    void shouldReportEachNodeAndAllTogether() throws IOException {
        Examination good = new Examination(Node.of(0, "a"), List.of(Check.ok("ssh", "ann on host a")));
        Examination bad =
                new Examination(Node.of(1, "b"), List.of(Check.bad("ssh", "it refuses our key", "ssh-copy-id b")));
        ClusterReport report =
                new ClusterReport("2 nodes", List.of(), List.of(good, bad), List.of(Check.ok("mpi", "x")));
        assertFalse(report.isReady());
        assertEquals(
                """
                2 nodes

                node 1 (a)
                  ok    ssh          ann on host a

                node 2 (b)
                  BAD   ssh          it refuses our key
                                     ssh-copy-id b

                all nodes together
                  ok    mpi          x

                1 of 2 nodes are ready; a job on all of them cannot run
                """,
                report.asText());
        assertTrue(report.asJson().contains("\"remedy\" : \"ssh-copy-id b\""), report.asJson());
        assertTrue(new ClusterReport("1 node", List.of(), List.of(good), List.of()).isReady());
    }
}
