package iccl.itest.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.itest.process.Icclrun;
import iccl.itest.process.Launcher;
import iccl.itest.process.UserJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What a cluster file says of its nodes reaches ranks and builds, and the commands beside {@code icclrun PROGRAM} take one. */
@OnCluster(
        nodes = 2,
        settings = {"node2.user=alice", "node2.port=2222"})
@Timeout(300)
class NodeSettingsIT {
    private static String cluster(Bed bed, String name, String more) {
        return ClusterRun.file(bed, name, more + ClusterRun.nodes(bed.nodes(), 1));
    }

    private static void script(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
    void shouldPassOnWhatTheFileSaysForTheBackend(Launcher launcher, Bed bed) throws IOException, InterruptedException {
        for (Host node : bed.nodes()) {
            script(node.home().resolve("wrap.sh"), "SHOW_WRAPPED=by-$(hostname)\nexport SHOW_WRAPPED\nexec \"$@\"\n");
        }
        String argument = launcher == Launcher.OMPI ? "-x: SHOW_ARGUMENT=given" : "-genv: SHOW_ARGUMENT given";
        Footprint footprint = Footprint.of(bed);
        String file = ClusterRun.file(
                bed,
                "backend",
                """
                launcher_script: ~/wrap.sh
                backend_args: {%s}
                backend_env: {SHOW_COMMON: all, SHOW_OWN: common, PATH: /common/bin}
                nodes:
                """
                                .formatted(argument)
                        + ClusterRun.entry(bed.node(1), 1)
                        + ClusterRun.entry(bed.node(2), 1, "backend_env: {SHOW_OWN: mine, PATH: /own/bin}"));
        Icclrun.Result result = ClusterRun.run(
                bed, "-c", file, "-l", launcher.option(), "/bin/sh", "-c", "env | sed 's/^/'$ICCL_NODE:/");
        footprint.expectUnchanged(result.expectStatus(0));
        ClusterRun.expectOut(
                result,
                "0:SHOW_WRAPPED=by-node1",
                "1:SHOW_WRAPPED=by-node2",
                "0:SHOW_ARGUMENT=given",
                "1:SHOW_ARGUMENT=given",
                "0:SHOW_COMMON=all",
                "1:SHOW_COMMON=all",
                "0:SHOW_OWN=common",
                "1:SHOW_OWN=mine");
        assertTrue(result.lines().stream().anyMatch(line -> line.matches("0:PATH=/common/bin:.*/usr/bin.*")));
        assertTrue(result.lines().stream().anyMatch(line -> line.matches("1:PATH=/own/bin:/common/bin:.*/usr/bin.*")));
    }

    @Test
    void shouldBuildWithMake(Bed bed) throws IOException {
        Path project = Files.createDirectories(bed.home().resolve("made"));
        Files.copy(Path.of("src/test/programs/hello/hello.c"), project.resolve("hello.c"));
        Files.writeString(project.resolve("Makefile"), "greet: hello.c\n\t$(CC) -o $@ $<\n");
        Icclrun.Result result =
                ClusterRun.run(bed, "-c", cluster(bed, "make", "common_dir: ~/made\n"), "--build", "greet", "show");
        result.expectStatus(0).expectError("building with Make");
        ClusterRun.expectOut(result, "rank=0 host=node1", "rank=1 host=node2");
    }

    /** The nodes have no network to fetch plugins from: a script notes how Maven is called, and leaves what it would. */
    @Test
    void shouldBuildWithMaven(Bed bed) throws IOException {
        for (Host node : bed.nodes()) {
            script(
                    node.file("/opt/maven/bin/mvn"),
                    "echo \"maven $* of $ICCL_HOME\"\nmkdir -p target && cp prepared.jar target/greet.jar\n");
        }
        Path project = Files.createDirectories(bed.home().resolve("mavened"));
        Files.writeString(project.resolve("pom.xml"), "<project/>");
        Files.move(UserJar.make("Greet", project), project.resolve("prepared.jar"));
        String settings = "common_dir: ~/mavened\nbackend_env: {PATH: /opt/maven/bin}\n";
        Icclrun.Result result = ClusterRun.run(bed, "-c", cluster(bed, "maven", settings), "--build", "greet.jar");
        result.expectStatus(0).expectError("building with Maven", "maven -B -q package -DskipTests of /");
        ClusterRun.expectOut(result, "greetings from rank 0 of 2", "greetings from rank 1 of 2");
    }

    @Test
    void shouldExamineEveryNode(Bed bed) throws InterruptedException {
        Footprint footprint = Footprint.of(bed);
        Icclrun.Result result = ClusterRun.run(bed, "doctor", "-c", cluster(bed, "healthy", ""));
        footprint.expectUnchanged(result.expectStatus(0).expectNoStackTrace());
        ClusterRun.expectOut(result, "alice@node2:2222", "2 of 2 nodes are ready; a job can run", "clock");
        String ill = ClusterRun.file(
                bed,
                "ill",
                "nodes:\n" + ClusterRun.entry(bed.node(1), 1)
                        + ClusterRun.entry(bed.node(2), 1, "work_dir: /nowhere")
                        + "  - {ip: nowhere.bed.test}\n");
        Icclrun.Result report = ClusterRun.run(bed, "doctor", "--json", "-c", ill);
        assertEquals(1, report.status(), report::describe);
        ClusterRun.expectOut(report, "\"isReady\" : false", "/nowhere does not exist", "its name does not resolve");
    }

    @Test
    void shouldBringTheBenchmarksFilesToTheLauncher(Bed bed) throws IOException, InterruptedException {
        Footprint footprint = Footprint.of(bed, "/root/(rows\\.csv|rows\\.json|curve\\.svg|table)");
        String file = cluster(bed, "bench", "");
        String sizes = " -e 64 --iters 5 -w 5 -N 3 broadcast";
        Icclrun.Result result = ClusterRun.run(
                bed,
                ("bench -c " + file + " -l ompi --csv /root/rows.csv --json /root/rows.json --plot /root/curve.svg"
                                + sizes)
                        .split(" "));
        result.expectStatus(0).expectNoStackTrace();
        assertEquals(2, Files.readAllLines(bed.home().resolve("rows.csv")).size());
        assertTrue(Files.readString(bed.home().resolve("rows.json")).endsWith("}\n"));
        assertTrue(Files.readString(bed.home().resolve("curve.svg")).contains("time (µs)"));
        assertTrue(result.lines().stream().noneMatch(line -> line.startsWith("@")), result::describe);
        Icclrun.Result tuned =
                ClusterRun.run(bed, ("bench -c " + file + " -l ompi --tune /root/table" + sizes).split(" "));
        tuned.expectStatus(0).expectError("copy it to the same place on every node");
        assertTrue(Files.readAllLines(bed.home().resolve("table")).get(2).startsWith("Broadcast 2 2 0 "));
        footprint.expectUnchanged(tuned);
        assertFalse(Files.exists(bed.node(1).file("/root/rows.csv")));
    }

    @Test
    void shouldVerifyAcrossNodes(Bed bed) throws IOException, InterruptedException {
        Footprint footprint = Footprint.of(bed, "/root/(logs|report).*");
        Icclrun.Result result = ClusterRun.run(
                bed,
                "verify",
                "-c",
                cluster(bed, "verify", ""),
                "--output-dir",
                "/root/logs",
                "--junit",
                "/root/report.xml",
                "--json",
                "/root/report.json",
                "barrier",
                "send_recv",
                "--",
                "--count",
                "1000");
        footprint.expectUnchanged(result.expectStatus(0));
        ClusterRun.expectOut(result, "barrier", "send_recv", "PASSED");
        assertTrue(Files.readString(bed.home().resolve("report.xml")).contains("tests=\"2\" failures=\"0\""));
        assertTrue(Files.readString(bed.home().resolve("report.json")).contains("\"isPassed\" : true"));
        assertTrue(Files.readString(bed.home().resolve("logs/send_recv.log")).contains("count=1000 ranks=2"));
    }

    @Test
    void shouldTakeMpichWhereOpenMpiLacksItsBindings(Bed bed) {
        String file = cluster(bed, "auto", "");
        try (Icclrun run = ClusterRun.start(bed, Map.of("XDG_CACHE_HOME", "/root/none"), "-c", file, "barrier")) {
            Icclrun.Result result = run.await().expectStatus(0).expectError("launcher mpich", "mpi-jar.sh");
            ClusterRun.expectOut(result, "backend=mpich", "PASSED");
        }
    }

    @Test
    void shouldSayThatAProgramIsForAnotherProcessor(Bed bed) throws IOException {
        Path program = bed.home().resolve("foreign");
        byte[] content = Files.readAllBytes(Path.of("/bin/true"));
        content[18] = (byte) 243; // RISC-V, as ELF numbers processors
        Files.write(program, content);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        ClusterRun.run(bed, "-c", cluster(bed, "foreign", ""), "/root/foreign")
                .expectStatus(2)
                .expectError("was built for riscv64", "node1", "--build");
    }
}
