package iccl.itest.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.itest.process.Icclrun;
import iccl.itest.process.Polling;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is deployed is whole, whatever happens meanwhile, and neither grows without end nor outlives {@code clean}. */
@OnCluster(
        nodes = 2,
        settings = {"node2.user=alice"})
@Timeout(300)
class DeploymentIT {
    private static final int OLD_TREES = 40;
    private static final int KEPT_TREES = 32;

    private static String cluster(Bed bed, String name) {
        return ClusterRun.file(bed, name, "install_dir: ~/" + name + "\n" + ClusterRun.nodes(bed.nodes(), 1));
    }

    private static Path deployed(Host node, String name) {
        return node.home().resolve(name + "/deployed");
    }

    private static long count(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    @Test
    void shouldServeTwoJobsThatDeployAtOnce(Bed bed) throws IOException {
        String file = cluster(bed, "both");
        try (Icclrun one = ClusterRun.start(bed, "-c", file, "-l", "ompi", "barrier");
                Icclrun other = ClusterRun.start(bed, "-c", file, "-l", "ompi", "barrier")) {
            for (Icclrun run : List.of(one, other)) {
                ClusterRun.expectOut(run.await().expectStatus(0), "PASSED");
            }
        }
        for (Host node : bed.nodes()) {
            assertEquals(0, count(deployed(node, "both").resolve("tmp")));
        }
        ClusterRun.run(bed, "-c", file, "-l", "ompi", "barrier").expectStatus(0).expectError("(0 bytes)");
    }

    @Test
    void shouldLeaveNothingHalfDeployedWhenItIsKilled(Bed bed) throws IOException, InterruptedException {
        Path program = bed.home().resolve("big");
        Files.writeString(program, "#!/bin/sh\necho fine\nexit\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (RandomAccessFile big = new RandomAccessFile(program.toFile(), "rw")) {
            big.setLength(100 << 20);
        }
        String file = cluster(bed, "killed");
        Footprint footprint =
                Footprint.of(bed, "/root/big|/(root|home/alice)/killed(/deployed(/(store|trees|tmp|versions))?)?");
        try (Icclrun run = ClusterRun.start(bed, "-c", file, "/root/big")) {
            Path arriving = deployed(bed.node(2), "killed").resolve("tmp");
            Polling.until(
                    "the program is on its way",
                    () -> Files.isDirectory(arriving) && arriving.toFile().list().length > 0 ? true : null);
            ClusterRun.kill(ClusterRun.launcherOf(bed), "-KILL");
            footprint.expectUnchanged(run.await().expectStatus(137));
        }
        ClusterRun.expectOut(ClusterRun.run(bed, "-c", file, "/root/big").expectStatus(0), "fine\nfine\n");
    }

    @Test
    void shouldKeepTheNewestTreesAndWhatIsInUse(Bed bed) throws IOException {
        Host node = bed.node(1);
        Path trees = Files.createDirectories(deployed(node, "old").resolve("trees"));
        StringBuilder make = new StringBuilder("cd /root/old/deployed/trees || exit; ");
        for (int i = 0; i < OLD_TREES; i++) {
            make.append("mkdir %032x; touch -d '%d days ago' %032x; ".formatted(i, i + 2, i));
        }
        make.append(
                "TREE=/root/old/deployed/trees/%032x sleep 1000 >/dev/null 2>&1 & echo $!".formatted(OLD_TREES - 1));
        String user = bed.on(node, "sh", "-c", make.toString()).text().strip();
        try {
            ClusterRun.run(bed, "-c", cluster(bed, "old"), "-l", "ompi", "barrier")
                    .expectStatus(0);
            assertTrue(Files.exists(trees.resolve("%032x".formatted(0))), "one of the newest");
            assertTrue(Files.exists(trees.resolve("%032x".formatted(OLD_TREES - 1))), "a process has it");
            assertFalse(Files.exists(trees.resolve("%032x".formatted(OLD_TREES - 2))), "an old one");
            assertEquals(KEPT_TREES + 1, count(trees));
        } finally {
            bed.on(node, "kill", user);
        }
    }

    @Test
    void shouldRemoveWhatWasDeployed(Bed bed) throws InterruptedException {
        Footprint footprint = Footprint.of(bed);
        String file = cluster(bed, "cleaned");
        ClusterRun.run(bed, "-c", file, "-l", "ompi", "barrier").expectStatus(0);
        Icclrun.Result result = ClusterRun.run(bed, "clean", "-c", file).expectStatus(0);
        ClusterRun.expectOut(result, "removed /root/cleaned/deployed", "removed /home/alice/cleaned/deployed");
        footprint.expectUnchanged(result);
        ClusterRun.expectOut(
                ClusterRun.run(bed, "clean", "-c", file).expectStatus(0), "nothing in /root/cleaned/deployed");
    }
}
