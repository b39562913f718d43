package iccl.itest.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.itest.process.Icclrun;
import iccl.itest.process.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** From "ssh works" to "the job runs", on four nodes that differ in user, port, Java, speed and what they call themselves. */
@OnCluster
@TestMethodOrder(OrderAnnotation.class) // the first run deploys what the others use
@Timeout(400)
class FourNodesIT {
    private static final String BUILT = "/(root|home/alice)/project(/.*)?";
    private static final String PLAIN = "%s\\n grün";
    private static final String VALUE = "a b=c $d 'e' \"f\"\ng";
    private static final List<String> WORDS = List.of(
            "a b",
            "",
            "it's",
            "say \"yes\"",
            "x=1",
            "$HOME",
            "`id`",
            "*",
            "a\nb",
            "back\\slash",
            "grün",
            "--help",
            "-n",
            ";",
            "~");

    /** Two ranks on each of the four; the project lies in the home of each node's user. */
    private static String cluster(Bed bed) {
        StringBuilder text = new StringBuilder("common_dir: /root/project\nnodes:\n");
        for (Host node : bed.nodes()) {
            text.append(ClusterRun.entry(node, 2, "dir: ~/project", "cmake_flags: -DFLAVOUR=from-" + node.name()));
        }
        return ClusterRun.file(bed, "four", text.toString());
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    @Order(1)
    void shouldRunOnEveryNode(Launcher launcher, Bed bed) throws IOException, InterruptedException {
        ClusterRun.project(bed);
        Footprint footprint = Footprint.of(bed);
        Icclrun.Result result =
                ClusterRun.run(bed, "-c", cluster(bed), "-l", launcher.option(), "--build", "all_reduce");
        result.expectStatus(0).expectError("shipped ");
        assertContains(result, "ranks=8 backend=" + launcher.backend());
        assertContains(result, "PASSED");
        footprint.expectUnchanged(result);
        assertEquals(1, javas(bed.node(3)), "a runtime for the node without Java");
        assertEquals(0, javas(bed.node(1)), "no runtime for a node with Java");
    }

    @Test
    @Order(2)
    void shouldShipNothingTheSecondTime(Bed bed) {
        ClusterRun.run(bed, "-c", cluster(bed), "-l", "ompi", "--build", "all_reduce")
                .expectStatus(0)
                .expectError("(0 bytes)");
    }

    private static long javas(Host node) throws IOException {
        try (Stream<Path> files = Files.find(
                node.home().resolve(".iccl/deployed/trees"), 8, (file, attributes) -> file.endsWith("bin/java"))) {
            return files.count();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    @Order(3)
    void shouldBuildAProjectAndPassEverythingByteForByte(Launcher launcher, Bed bed)
            throws IOException, InterruptedException {
        String project = ClusterRun.project(bed);
        Files.createDirectories(bed.home().resolve("project/private"));
        Files.writeString(bed.home().resolve("project/private/key"), "secret");
        Files.writeString(bed.home().resolve("project/old.log"), "not wanted");
        Footprint footprint = Footprint.of(bed, BUILT);
        String[] words = Stream.concat(
                        Stream.of("-c", cluster(bed), "-l", launcher.option(), "--build", "-x", "SHOW_PLAIN"),
                        Stream.concat(Stream.of("-x", "SHOW_SET=" + VALUE, "hello", "show"), WORDS.stream()))
                .toArray(String[]::new);
        try (Icclrun run = ClusterRun.start(bed, Map.of("SHOW_PLAIN", PLAIN), words)) {
            Icclrun.Result result = run.await().expectStatus(0);
            expectShown(result);
            footprint.expectUnchanged(result);
        }
        for (Host node : bed.nodes()) {
            Path there = node.home().resolve("project");
            assertTrue(Files.exists(there.resolve("hello.c")), node.name() + " got the project " + project);
            assertFalse(Files.exists(there.resolve("private")), "what .gitignore names stays here");
            assertFalse(Files.exists(there.resolve("old.log")), "what .gitignore names stays here");
        }
    }

    private static void expectShown(Icclrun.Result result) {
        for (int rank = 0; rank < 8; rank++) {
            String node = "node" + (rank / 2 + 1);
            assertContains(result, "rank=" + rank + " host=" + node + " ");
            assertContains(result, "flavour=from-" + node);
            for (int i = 0; i < WORDS.size(); i++) {
                assertContains(result, "rank=%d arg %d <%s>".formatted(rank, i + 1, WORDS.get(i)));
            }
            assertContains(result, "rank=" + rank + " env <SHOW_PLAIN=" + PLAIN + ">");
            assertContains(result, "rank=" + rank + " env <SHOW_SET=" + VALUE + ">");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    @Order(3)
    void shouldTakeTwoEntriesOnOneHost(Launcher launcher, Bed bed) {
        List<String> entries = new ArrayList<>(List.of("nodes:\n"));
        for (String where : List.of("first", "second", "third")) {
            Host node = where.equals("second") ? bed.node(2) : bed.node(4);
            entries.add(ClusterRun.entry(node, 1, "env: {SHOW_WHERE: " + where + "}"));
        }
        String file = ClusterRun.file(bed, "twice", String.join("", entries));
        Icclrun.Result result =
                ClusterRun.run(bed, "-c", file, "-l", launcher.option(), ClusterRun.executable(bed), "show");
        result.expectStatus(0);
        assertContains(result, "rank=0 env <SHOW_WHERE=first>");
        assertContains(result, "rank=1 env <SHOW_WHERE=second>");
        assertContains(result, "rank=2 env <SHOW_WHERE=third>");
        assertContains(result, "rank=2 host=node4");
    }

    @Test
    @Order(4)
    void shouldRefuseNodesWithoutAnMpiInCommon(Bed bed) {
        hide(bed, bed.node(1), "/usr/bin/mpirun.openmpi");
        hide(bed, bed.node(4), "/usr/bin/mpiexec.hydra");
        try {
            String file = ClusterRun.file(bed, "mixed", ClusterRun.nodes(List.of(bed.node(1), bed.node(4)), 1));
            ClusterRun.run(bed, "-c", file, "barrier")
                    .expectStatus(2)
                    .expectNoStackTrace()
                    .expectError("node1", "node4", "Open MPI", "MPICH");
        } finally {
            bed.on(bed.node(1), "umount", "/usr/bin/mpirun.openmpi");
            bed.on(bed.node(4), "umount", "/usr/bin/mpiexec.hydra");
        }
    }

    /** A file that is no program hides the one that is. */
    private static void hide(Bed bed, Host node, String program) {
        assertEquals(0, bed.on(node, "mount", "--bind", "/dev/null", program).status());
    }

    private static void assertContains(Icclrun.Result result, String text) {
        assertTrue(result.out().contains(text), () -> "no " + text + " in " + result.describe());
    }
}
