package iccl.run.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannerTest {
    private static final Job JOB = new Job("0123456789abcdef");
    private static final String OPEN_MPI_4 =
            "mpirun.openmpi (OpenRTE) 4.1.4\n\nReport bugs to http://www.open-mpi.org/";
    private static final String OPEN_MPI_5 = "mpirun (Open MPI) 5.0.7\n\nReport bugs to https://www.open-mpi.org/";
    private static final String HYDRA = "HYDRA build details:\n    Version:                                 4.2.1\n";

    @SuppressWarnings("NullAway.Init") // JUnit calls makeInstallation first.
    private Workshop workshop;

    @BeforeEach
    void makeInstallation(@TempDir Path folder) throws IOException {
        workshop = new Workshop(folder);
    }

    @Test
    void shouldTakeTheEmbeddedBackendOnOneMachineAndSayWhy() {
        Plan plan = plan(17, Workshop.request("auto", 3, "all_reduce", "--count", "5"));
        assertEquals(Flavour.NONE, plan.flavour());
        assertTrue(plan.reason().contains("on this machine"), plan.reason());
        assertEquals(List.of("setsid", "/bin/sh", "/tmp/iccl-0123456789abcdef/rank.sh"), plan.command());
        assertEquals("none", plan.environment().get("ICCL_LAUNCHER"));
        assertEquals("/dev/shm/iccl-0123456789abcdef", plan.environment().get("ICCL_SHM_DIR"));
        int main = node(plan).rankCommand().indexOf("iccl.run.internal.rank.RankMain");
        assertEquals(
                List.of("program", "all_reduce", "--count", "5"),
                node(plan)
                        .rankCommand()
                        .subList(main + 1, node(plan).rankCommand().size()));
    }

    @Test
    void shouldGiveARankOnlyTheBundlesThatItCanUse() throws IOException {
        workshop.command("mpiexec.hydra", HYDRA);
        assertEquals(
                List.of(
                        "org.apache.felix.scr",
                        "iccl.backend.local",
                        "iccl.platform.cpu",
                        "iccl.examples",
                        "iccl.kernel"),
                names(plan(17, Workshop.request("none", 2, "all_reduce"))));
        assertTrue(names(plan(17, Workshop.request("mpich", 2, "all_reduce"))).contains("iccl.backend.mpich"));
        assertFalse(names(plan(17, Workshop.request("mpich", 2, "all_reduce"))).contains("iccl.backend.openmpi"));
    }

    @Test
    void shouldSpeakToOpenMpi4() throws IOException {
        Path command = workshop.command("mpirun.openmpi", OPEN_MPI_4);
        Path bindings = workshop.bindings("4.1.4");
        Plan plan = plan(17, Workshop.request("ompi", 3, "all_reduce"));
        assertEquals(
                List.of(
                        "setsid",
                        command.toString(),
                        "-n",
                        "3",
                        "--oversubscribe",
                        "--bind-to",
                        "none",
                        "/bin/sh",
                        "/tmp/iccl-0123456789abcdef/rank.sh"),
                plan.command());
        assertEquals("1", plan.environment().get("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"));
        assertEquals("1", plan.environment().get("OMPI_MCA_mpi_yield_when_idle"));
        assertEquals("", plan.environment().get("UCX_ERROR_SIGNALS"));
        assertTrue(
                node(plan).rankCommand().contains("-Djava.library.path=" + bindings),
                node(plan).rankCommand().toString());
        assertTrue(
                node(plan).rankCommand().stream().anyMatch(word -> word.endsWith(":" + bindings.resolve("mpi.jar"))));
        assertEquals(List.of("ICCL_RANK", "ICCL_SIZE"), plan.removed());
    }

    @Test
    void shouldTellAnExecutableHowToStartAJvm() throws IOException {
        workshop.command("mpirun.openmpi", OPEN_MPI_4);
        workshop.command("program", "");
        workshop.environment().put("LD_LIBRARY_PATH", "/opt/mine");
        Plan without = plan(17, Workshop.request("ompi", 2, "program"));
        assertFalse(without.environment().containsKey("ICCL_MPI_JAR"), "it need not use the C API");
        Path bindings = workshop.bindings("4.1.4");
        Plan plan = plan(17, Workshop.request("ompi", 2, "program"));
        assertEquals("/opt/java", plan.environment().get("ICCL_JAVA_HOME"));
        assertEquals(bindings.resolve("mpi.jar").toString(), plan.environment().get("ICCL_MPI_JAR"));
        assertEquals(bindings.toString(), plan.environment().get("ICCL_MPI_JAVA_LIBRARIES"));
        assertEquals(
                "/opt/mine:" + workshop.installation().lib(), plan.environment().get("LD_LIBRARY_PATH"));
        assertFalse(plan(17, Workshop.request("none", 2, "all_reduce"))
                .environment()
                .containsKey("LD_LIBRARY_PATH"));
    }

    @Test
    void shouldSpeakToOpenMpi5() throws IOException {
        Path command = workshop.command("mpirun", OPEN_MPI_5);
        workshop.bindings("5.0.7");
        Plan plan = plan(21, Workshop.request("ompi", 2, "all_reduce"));
        assertEquals(
                List.of(
                        "setsid",
                        command.toString(),
                        "-n",
                        "2",
                        "--map-by",
                        ":OVERSUBSCRIBE",
                        "--bind-to",
                        "none",
                        "/bin/sh",
                        "/tmp/iccl-0123456789abcdef/rank.sh"),
                plan.command());
        assertEquals("1", plan.environment().get("PRTE_ALLOW_RUN_AS_ROOT"));
        assertEquals("/tmp/iccl-0123456789abcdef", plan.environment().get("PRTE_MCA_prte_tmpdir_base"));
        assertFalse(plan.environment().containsKey("OMPI_MCA_mpi_yield_when_idle"), "as many cores as ranks");
    }

    @Test
    void shouldSpeakToMpich() throws IOException {
        workshop.command("mpirun", OPEN_MPI_5);
        Path command = workshop.command("mpiexec", HYDRA);
        assertEquals(
                List.of("setsid", command.toString(), "-n", "2", "/bin/sh", "/tmp/iccl-0123456789abcdef/rank.sh"),
                plan(17, Workshop.request("mpich", 2, "all_reduce")).command());
    }

    @Test
    void shouldLeaveAloneWhatTheUserHasSet() throws IOException {
        workshop.command("mpirun", OPEN_MPI_5);
        workshop.bindings("5.0.7");
        workshop.environment().put("UCX_ERROR_SIGNALS", "SIGILL");
        Plan plan = plan(17, Workshop.request("ompi", 2, "all_reduce"));
        assertFalse(plan.environment().containsKey("UCX_ERROR_SIGNALS"));
    }

    @Test
    void shouldSayWhatIsMissingAndWhatMendsIt() throws IOException {
        UserMistake none = mistake("ompi");
        assertTrue(none.getMessage().contains("Open MPI is not installed"), none.getMessage());
        assertTrue(none.hint().contains("apt-get install openmpi-bin"), none.hint());

        workshop.command("mpirun", HYDRA);
        assertTrue(mistake("ompi").getMessage().contains("Open MPI is not installed"), "mpirun is another's");

        workshop.command("mpirun", OPEN_MPI_5);
        UserMistake bindings = mistake("ompi");
        assertTrue(
                bindings.getMessage().contains("Java bindings of Open MPI 5.0.7 are missing"), bindings.getMessage());
        assertTrue(bindings.hint().contains("libexec/mpi-jar.sh"), bindings.hint());

        workshop.command("mpirun", "mpirun (Open MPI) 6.0.0");
        assertTrue(mistake("ompi").getMessage().contains("version 6 dropped them"));
        assertTrue(mistake("mpich").getMessage().contains("MPICH is not installed"));
    }

    @Test
    void shouldNeedNoBindingsForAnExecutable() throws IOException {
        workshop.command("mpirun", OPEN_MPI_5);
        Path program = workshop.command("prog", "");
        Plan plan = plan(17, Workshop.request("ompi", 2, "prog", "a b", ""));
        assertEquals(List.of(program.toString(), "a b", ""), node(plan).rankCommand());
        assertEquals(List.of(), node(plan).bundles());
    }

    @Test
    void shouldFitTheJvmToItsVersionAndLetTheUserOverride() {
        workshop.environment().put("ICCL_JAVA_OPTS", "-Xmx1g '-Dx=a b'");
        List<String> old =
                node(plan(17, Workshop.request("none", 2, "all_reduce"))).rankCommand();
        assertFalse(old.contains("--enable-native-access=ALL-UNNAMED"));
        assertTrue(old.contains("-Xmx1024m"), old.toString());
        assertTrue(old.indexOf("-Xmx1g") > old.indexOf("-Xmx1024m"), "the later wins");
        assertTrue(old.contains("-Dx=a b"), old.toString());
        assertTrue(node(plan(25, Workshop.request("none", 2, "all_reduce")))
                .rankCommand()
                .contains("--enable-native-access=ALL-UNNAMED"));
    }

    @Test
    void shouldKnowThePlatforms() {
        RunRequest request = Workshop.request("none", 1, "all_reduce");
        RunRequest wrong = new RunRequest(
                1, "none", "nvidia", List.of(), request.output(), 0, request.verbosity(), "all_reduce", List.of());
        UserMistake mistake = assertThrows(UserMistake.class, () -> plan(17, wrong));
        assertTrue(mistake.getMessage().contains("there is no platform 'nvidia'"), mistake.getMessage());
        assertEquals("choose auto, or one or more of (with commas between): cpu", mistake.hint());
    }

    private UserMistake mistake(String launcher) {
        return assertThrows(UserMistake.class, () -> plan(17, Workshop.request(launcher, 2, "all_reduce")));
    }

    private Plan plan(int javaMajor, RunRequest request) {
        return new Planner(workshop.installation(), Workshop.machine(javaMajor), workshop.environment())
                .plan(request, JOB);
    }

    private static NodePlan node(Plan plan) {
        return plan.nodes().get(0);
    }

    private static List<String> names(Plan plan) {
        return node(plan).bundles().stream()
                .map(bundle -> bundle.file().getFileName().toString().replace(".jar", ""))
                .toList();
    }
}
