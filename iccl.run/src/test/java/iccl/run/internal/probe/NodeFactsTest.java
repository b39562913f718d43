package iccl.run.internal.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NodeFactsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @Test
    void shouldReadWhatTheScriptSaysOfThisMachine() throws Exception {
        String text = probe("java_home=");
        NodeFacts facts = NodeFacts.parse(text);
        assertTrue(text.lines().allMatch(line -> line.indexOf('\t') > 0), "nothing on standard error: " + text);
        assertTrue(facts.cores() >= 1);
        assertTrue(facts.memoryBytes() > 1 << 20);
        assertEquals(System.getProperty("user.home"), facts.value("home"));
        assertEquals("/nowhere/at/all/deployed", facts.deployed());
        assertEquals("/", facts.value("work"));
        assertTrue(facts.java().isPresent(), text);
        assertTrue(
                facts.addresses().stream().anyMatch(address -> address.network().hasAddress("127.0.0.1")), text);
    }

    @Test
    void shouldTellWhichJavaCanBeShippedWhereThereIsOnlyAnOldOne() throws Exception {
        Path home = folder;
        Files.createDirectory(home.resolve("bin"));
        Files.createSymbolicLink(home.resolve("bin/java"), Path.of("/bin/true"));
        for (String version : List.of("1.8.0_412", "11.0.2", "16")) {
            Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
            NodeFacts facts = NodeFacts.parse(probe("java_home=" + home));
            assertEquals(version, facts.javas().get(0).version());
            assertFalse(facts.value("glibc").isEmpty(), version);
        }
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        assertTrue(NodeFacts.parse(probe("java_home=" + home)).value("glibc").isEmpty());
    }

    private void command(String name, String script) throws Exception {
        Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
        Files.writeString(file, "#!/bin/sh\necho $0 >>" + folder.resolve("asked") + "\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void shouldAskOnlyTheLaunchersThatAreWantedAndRememberThoseThatAnswered() throws Exception {
        command("mpirun.openmpi", "echo 'mpirun (Open MPI) 4.1.4'");
        command("mpirun", "echo 'mpirun (Open MPI) 5.0.7'; echo 'cannot be loaded' >&2; exit 127");
        command("mpiexec.hydra", "echo never");
        Files.createDirectories(folder.resolve("deployed"));
        String settings = "PATH=" + folder.resolve("bin") + ":$PATH install=" + folder
                + " launchers='mpirun.openmpi mpirun mpirun.openmpi'";
        for (int i = 0; i < 2; i++) {
            assertEquals(
                    "4.1.4",
                    NodeFacts.parse(probe(settings)).openMpi().orElseThrow().version());
        }
        String asked = Files.readString(folder.resolve("asked"));
        assertEquals(1, asked.split("mpirun.openmpi", -1).length - 1, asked);
        assertEquals(2, asked.split("/mpirun\n", -1).length - 1, "again, as it failed: " + asked);
        assertFalse(asked.contains("hydra"), asked);
    }

    @Test
    void shouldTakeNoLauncherThatFails() throws Exception {
        command("mpirun", "echo 'mpirun (Open MPI) 5.0.7'; exit 1");
        NodeFacts facts = NodeFacts.parse(probe("PATH=" + folder.resolve("bin") + ":$PATH launchers=mpirun"));
        assertTrue(facts.openMpi().isEmpty(), facts.all("mpi").toString());
        assertEquals(1, facts.all("mpi").size());
    }

    @Test
    void shouldNameTheUserWhereTheEnvironmentDoesNot() throws Exception {
        command("id", "[ \"$*\" = -un ] && echo somebody");
        NodeFacts facts = NodeFacts.parse(probe("USER= PATH=" + folder.resolve("bin") + ":$PATH"));
        assertEquals("somebody", facts.value("user"));
    }

    private static String probe(String setting) throws Exception {
        String script = "install=/nowhere/at/all work=/ all=yes known= launchers= java_home= " + setting + "\n"
                + Files.readString(Path.of("src/main/libexec/probe.sh"));
        Process shell = new ProcessBuilder("/bin/sh", "-c", script)
                .redirectErrorStream(true)
                .start();
        String text = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, shell.waitFor());
        return text;
    }

    @Test
    void shouldTellMpisApart() {
        NodeFacts facts = NodeFacts.parse("mpi\t/usr/bin/mpirun mpirun (Open MPI) 5.0.7  Report bugs\n"
                + "mpi\t/opt/mpich/bin/mpiexec HYDRA build details:     Version:     4.2.1 \n");
        assertEquals("5.0.7", facts.openMpi().orElseThrow().version());
        assertEquals(5, facts.openMpi().orElseThrow().major());
        assertEquals("/opt/mpich/bin", facts.mpich().orElseThrow().folder());
        assertTrue(NodeFacts.parse("mpi\t/usr/bin/mpirun Intel(R) MPI Library 2021.1\n")
                .openMpi()
                .isEmpty());
    }

    @Test
    void shouldTakeTheFirstJavaThatWillDo() {
        NodeFacts facts =
                NodeFacts.parse("java\t1.8.0_412 /opt/java 8\njava\t21.0.5 /usr/lib/jvm/java-21\njava\t17.0.1 /x\n");
        assertEquals(
                new NodeFacts.Java("21.0.5", "/usr/lib/jvm/java-21"),
                facts.java().orElseThrow());
        assertEquals(8, facts.javas().get(0).major());
        assertEquals("/opt/java 8", facts.javas().get(0).home());
    }

    @Test
    void shouldTakeTheAddressByWhichItWasReached() {
        NodeFacts facts = NodeFacts.parse("ssh_connection\t10.77.0.254 4711 10.77.0.1 22\n"
                + "address\tdocker0 172.17.0.1/16\naddress\teth1 10.77.0.12/24\naddress\teth0 10.77.0.1/24\n");
        assertEquals("eth0", facts.reachedAddress().orElseThrow().networkInterface());
        assertEquals("10.77.0.254", facts.launcherAddress());
    }

    @Test
    void shouldCompareNetworksAsNumbers() {
        Network one = Network.parse("10.0.0.1/24");
        assertTrue(one.isSameNetwork(Network.parse("10.0.0.12/24")));
        assertFalse(one.isSameNetwork(Network.parse("10.0.1.1/24")));
        assertFalse(one.isSameNetwork(Network.parse("10.0.0.12/25")));
        assertFalse(one.hasAddress("10.0.0.12"));
        assertTrue(one.contains("10.0.0.200"));
        assertFalse(one.contains("host.name"));
        assertEquals("10.0.0.128/25", Network.parse("10.0.0.200/25").asText());
        assertTrue(Network.parse("fd00::1/64").isSameNetwork(Network.parse("fd00::2/64")));
        assertTrue(Network.parse("fe80::1/64").hasAddress("fe80::1%eth0"));
    }

    @Test
    void shouldPassOverWhatIsNoFact() {
        assertEquals(List.of(), NodeFacts.parse("Welcome!\n\tx\n").all("Welcome!"));
    }
}
