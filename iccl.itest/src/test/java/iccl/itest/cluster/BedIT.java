package iccl.itest.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.itest.process.Icclrun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The hosts are hosts: what one has, the others lack. Otherwise the cluster's tests would prove nothing. */
@OnCluster
@Timeout(300)
class BedIT {
    @Test
    void shouldGiveEachHostNamesFilesAndProcessesOfItsOwn(Bed bed) throws IOException {
        for (Host node : bed.nodes()) {
            assertEquals(node.name(), bed.on(node, "hostname").text().strip());
            assertEquals(
                    "1",
                    bed.on(node, "sh", "-c", "echo $(ps -e -o comm= | grep -c '^sshd')")
                            .text()
                            .strip());
            assertFalse(Files.exists(node.file(Icclrun.home().toString())), "a node must not see the installation");
            for (String place : List.of("/tmp", "/dev/shm", "/home", "/root", "/opt")) {
                Files.writeString(node.file(place + "/only-" + node.name()), "");
            }
        }
        for (Host node : bed.nodes()) {
            for (String place : List.of("/tmp", "/dev/shm", "/home", "/root", "/opt")) {
                try (Stream<Path> files = Files.list(node.file(place))) {
                    assertEquals(
                            List.of("only-" + node.name()),
                            files.map(file -> file.getFileName().toString())
                                    .filter(name -> name.startsWith("only-"))
                                    .toList());
                }
                Files.delete(node.file(place + "/only-" + node.name()));
            }
        }
    }

    @Test
    void shouldLetTheLauncherInByItsKeyAsTheNodesUser(Bed bed) {
        for (Host node : bed.nodes()) {
            String port = Integer.toString(node.port());
            String login = node.user() + "@" + node.name();
            Bed.Answer answer =
                    bed.on(bed.launcher(), "ssh", "-o", "BatchMode=yes", "-p", port, login, "id -un; hostname");
            assertEquals(0, answer.status(), answer::text);
            assertTrue(answer.text().endsWith(node.user() + "\n" + node.name() + "\n"), answer::text);
        }
        assertNotEquals(
                0,
                bed.on(bed.launcher(), "ssh", "-o", "BatchMode=yes", "root@node2", "true")
                        .status());
    }

    @Test
    void shouldHideJavaWhereTold(Bed bed) {
        assertNotEquals(0, bed.on(bed.node(3), "sh", "-c", "java -version").status());
        assertEquals(
                "127.0.1.1",
                bed.on(bed.node(3), "getent", "hosts", "node3").text().split(" ")[0]);
        assertEquals(
                "10.77.0.3",
                bed.on(bed.node(1), "getent", "hosts", "node3").text().split(" ")[0]);
    }
}
