package iccl.itest.cluster;

import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.itest.process.Icclrun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each way in which ssh does not get to a node is told apart, in one go for all nodes, and nothing asks or hangs. */
@OnCluster
@Timeout(300)
class SshTroublesIT {
    /** Kernel's queue takes connections for a process that is stopped. */
    private static void signalSshd(Host node, String signal) throws IOException, InterruptedException {
        for (long pid : node.processes()) {
            if (Host.commandLine(pid).contains("[listener]")) {
                new ProcessBuilder("kill", signal, Long.toString(pid)).start().waitFor();
            }
        }
    }

    @Test
    void shouldTellEveryTroubleApart(Bed bed) throws IOException, InterruptedException {
        Path known = bed.home().resolve(".ssh/known_hosts");
        String before = Files.readString(known);
        List<String> lines = before.lines().toList();
        String other = lines.stream()
                .filter(line -> line.startsWith("node2 "))
                .findFirst()
                .orElseThrow()
                .replace("node2 ", "node1.bed.test ");
        Files.writeString(
                known,
                lines.stream()
                        .filter(line -> !line.startsWith("node2.bed.test "))
                        .map(line -> line.startsWith("node1.bed.test ") ? other : line)
                        .collect(Collectors.joining("\n", "", "\n")));
        String file = ClusterRun.file(
                bed,
                "troubles",
                """
                nodes:
                  - {ip: node1.bed.test, user: root, slots: 1}
                  - {ip: node2.bed.test, user: alice, slots: 1}
                  - {ip: node2, user: root, slots: 1}
                  - {ip: nowhere.bed.test, user: root, slots: 1}
                  - {ip: node4, user: root, slots: 1}
                  - {ip: node3, user: root, slots: 1}
                  - {ip: 10.77.0.99, user: root, slots: 1}
                """);
        Footprint footprint = Footprint.of(bed);
        signalSshd(bed.node(3), "-STOP");
        try {
            Icclrun.Result result = ClusterRun.run(bed, "-c", file, "barrier");
            result.expectStatus(2)
                    .expectNoStackTrace()
                    .expectError(
                            "node 1 (root@node1.bed.test): its host key has changed",
                            "ssh-keygen -R",
                            "node 2 (alice@node2.bed.test): its host key is not known here",
                            "--accept-new-host-keys",
                            "node 3 (root@node2): it refuses our key",
                            "ssh-copy-id",
                            "node 4 (root@nowhere.bed.test): its name does not resolve",
                            "node 5 (root@node4): nothing listens on its ssh port",
                            "node 6 (root@node3): it accepts the connection but does not answer",
                            "node 7 (root@10.77.0.99): it does not answer");
            footprint.expectUnchanged(result);
        } finally {
            signalSshd(bed.node(3), "-CONT");
            Files.writeString(known, before);
        }
    }

    @Test
    void shouldTakeAnUnknownHostKeyWhenAllowed(Bed bed) throws IOException, InterruptedException {
        Path known = bed.home().resolve(".ssh/known_hosts");
        String before = Files.readString(known);
        Files.writeString(known, "");
        String file = ClusterRun.file(bed, "unknown", "nodes:\n  - {ip: node1, slots: 1}\n");
        try {
            ClusterRun.run(bed, "-c", file, "--accept-new-host-keys", "--dry-run", "barrier")
                    .expectStatus(0);
            assertTrue(Files.readString(known).contains(" ssh-ed25519 "), "the key is kept");
        } finally {
            Files.writeString(known, before);
        }
    }
}
