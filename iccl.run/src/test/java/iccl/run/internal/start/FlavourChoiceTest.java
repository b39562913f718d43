package iccl.run.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.launch.Flavour;
import iccl.run.internal.launch.MpiInstallations;
import iccl.run.internal.launch.UserMistake;
import iccl.run.internal.launch.Workshop;
import iccl.run.internal.probe.NodeFacts;
import iccl.run.internal.probe.ProbedNode;
import iccl.run.internal.ssh.NodeShell;
import iccl.run.internal.ssh.SshCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlavourChoiceTest {
    private static final String OPEN_MPI = "mpirun.openmpi (OpenRTE) 4.1.4";
    private static final String HYDRA = "HYDRA build details:\n    Version:                                 4.0.2";
    private static final String WITH_OPEN_MPI = "mpi\t/usr/bin/mpirun mpirun (Open MPI) 4.1.6\n";
    private static final String WITH_BINDINGS = WITH_OPEN_MPI + "libmpi_java\t/usr/lib/libmpi_java.so\n";
    private static final String WITH_MPICH = "mpi\t/usr/bin/mpiexec HYDRA build details:  Version:  4.0.2\n";

    @SuppressWarnings("NullAway.Init") // JUnit calls makeMachine first.
    private Workshop workshop;

    @SuppressWarnings("NullAway.Init") // JUnit calls makeMachine first.
    private NodeShell shell;

    @BeforeEach
    void makeMachine(@TempDir Path folder) throws IOException {
        workshop = new Workshop(folder);
        workshop.command("mpirun.openmpi", OPEN_MPI);
        shell = NodeShell.open(
                new SshCommand(Node.of(0, "localhost"), folder.resolve("socket"), false, null),
                Map.of("ICCL_TEST", "1"));
    }

    @AfterEach
    void closeShell() {
        shell.close();
    }

    private FlavourChoice choose(boolean isJava, String... facts) {
        return choose(isJava, List.of(), facts);
    }

    private FlavourChoice choose(boolean isJava, List<String> words, String... facts) {
        List<ProbedNode> nodes = List.of(facts).stream()
                .map(text -> new ProbedNode(Node.of(0, "n1"), shell, NodeFacts.parse(text)))
                .toList();
        return FlavourChoice.of(
                "auto",
                nodes,
                new MpiInstallations(workshop.environment()),
                FlavourChoice.Needs.of(isJava, Path.of("/opt/iccl/mpi-jar.sh"), words, Map.of()));
    }

    @Test
    void shouldPreferOpenMpi() throws IOException {
        workshop.command("mpiexec.hydra", HYDRA);
        workshop.bindings("4.1.4");
        assertEquals(Flavour.OMPI, choose(true, WITH_BINDINGS + WITH_MPICH).flavour());
        assertEquals(Flavour.OMPI, choose(false, WITH_OPEN_MPI + WITH_MPICH).flavour());
    }

    @Test
    void shouldTakeMpichWhenOpenMpiLacksItsBindingsHere() throws IOException {
        workshop.command("mpiexec.hydra", HYDRA);
        FlavourChoice choice = choose(true, WITH_BINDINGS + WITH_MPICH);
        assertEquals(Flavour.MPICH, choice.flavour());
        assertTrue(choice.reason().contains("mpi.jar"), choice.reason());
        assertTrue(choice.reason().contains("/opt/iccl/mpi-jar.sh"), choice.reason());
        assertEquals(Flavour.OMPI, choose(false, WITH_BINDINGS + WITH_MPICH).flavour(), "executables need no bindings");
    }

    @Test
    void shouldTakeMpichWhenOpenMpiLacksItsBindingsOnANode() throws IOException {
        workshop.command("mpiexec.hydra", HYDRA);
        workshop.bindings("4.1.4");
        FlavourChoice choice = choose(true, WITH_BINDINGS + WITH_MPICH, WITH_OPEN_MPI + WITH_MPICH);
        assertEquals(Flavour.MPICH, choice.flavour());
        assertTrue(choice.reason().contains("libmpi_java.so"), choice.reason());
    }

    @Test
    void shouldSayBothObstaclesWhenNoneWillDo() throws IOException {
        workshop.command("mpiexec.hydra", HYDRA);
        UserMistake mistake = assertThrows(UserMistake.class, () -> choose(true, WITH_BINDINGS));
        assertTrue(mistake.getMessage().contains("/opt/iccl/mpi-jar.sh"), mistake.getMessage());
        assertTrue(mistake.getMessage().contains("MPICH: not found on node 1 (n1)"), mistake.getMessage());
    }

    @Test
    void shouldRefuseOtherMajorVersions() throws IOException {
        workshop.bindings("4.1.4");
        UserMistake mistake = assertThrows(
                UserMistake.class, () -> choose(true, WITH_BINDINGS.replace("4.1.6", "5.0.7") + WITH_MPICH));
        assertTrue(mistake.getMessage().contains("has 5.0.7"), mistake.getMessage());
        assertTrue(mistake.getMessage().contains("has no MPICH"), mistake.getMessage());
    }

    @Test
    void shouldRefuseNamesThatThePrrteOfOpenMpi5CannotTake() throws IOException {
        workshop.command("mpirun.openmpi", "mpirun (Open MPI) 5.0.7");
        String mpi = WITH_OPEN_MPI.replace("4.1.6", "5.0.7");
        String node7 = mpi + "host\tnode7\naddress\teth0 fd00::7/64\n";
        String host7 = mpi + "host\thost7\naddress\teth0 fd00::8/64\n";
        UserMistake mistake = assertThrows(UserMistake.class, () -> choose(false, node7, host7));
        assertTrue(mistake.getMessage().contains("host names: node7, host7;"), mistake.getMessage());
        assertTrue(mistake.hint().contains("a domain in their host names"), mistake.hint());
        List<String> words = List.of("--prtemca", "prte_strip_prefix", "n");
        assertEquals(Flavour.OMPI, choose(false, words, node7, host7).flavour(), "the user knows better");
        String ipv4 = "address\teth0 10.0.0.8/24\n";
        assertEquals(Flavour.OMPI, choose(false, node7 + ipv4, host7 + ipv4).flavour());
        assertEquals(
                Flavour.OMPI,
                choose(false, node7, host7.replace("host7", "host8")).flavour());
        String unknown = mpi + "host\tnode7\n";
        assertEquals(
                Flavour.OMPI,
                choose(false, unknown, unknown.replace("node", "host")).flavour());
    }
}
