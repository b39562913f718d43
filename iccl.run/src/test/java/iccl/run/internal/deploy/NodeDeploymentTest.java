package iccl.run.internal.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.probe.NodeFacts;
import iccl.run.internal.probe.ProbedNode;
import iccl.run.internal.ssh.NodeShell;
import iccl.run.internal.ssh.NodeUnreachable;
import iccl.run.internal.ssh.SshCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** To this machine, without ssh. */
@Timeout(60)
class NodeDeploymentTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @SuppressWarnings("NullAway.Init") // Opened before each.
    private NodeShell shell;

    @SuppressWarnings("NullAway.Init") // Made before each.
    private FileTree tree;

    @BeforeEach
    void connect() throws Exception {
        SshCommand command = new SshCommand(Node.of(0, "localhost"), folder.resolve("socket"), false, null);
        shell = NodeShell.open(command, Map.of());
        shell.run(":", Duration.ofSeconds(30));
        Path file = Files.writeString(folder.resolve("file"), "content");
        tree = FileTree.of(List.of(new FileTree.Entry("a/file", Blob.of(file))));
    }

    @AfterEach
    void disconnect() {
        shell.close();
    }

    @Test
    void shouldShipWhatIsLacking() throws Exception {
        deploy("");
        assertEquals("content", Files.readString(deployed("trees/" + tree.id() + "/a/file")));
        assertEquals(List.of(), names("tmp"));
    }

    @Test
    void shouldDoWithoutLinks() throws Exception {
        tarDoes("tar \"$@\"; rm -r trees; return 2");
        deploy("");
        assertEquals("content", Files.readString(deployed("trees/" + tree.id() + "/a/file")));
    }

    @Test
    void shouldLeaveNothingWhereFilesAreCut() throws Exception {
        String blob = tree.files().get(0).blob().name();
        for (String present : List.of("", blob)) {
            for (String cut : List.of("sums", "lists/" + tree.id())) {
                tarDoes("tar \"$@\"; : >" + cut + "; echo tar: no room >&2; return 2");
                NodeUnreachable failure = assertThrows(NodeUnreachable.class, () -> deploy(present));
                assertEquals(
                        "deploying to " + folder + "/deployed failed: tar: no room",
                        failure.trouble().reason());
                assertEquals(List.of(), names("trees"));
                assertEquals(List.of(), names("store"));
                assertEquals(List.of(), names("tmp"));
            }
        }
    }

    @Test
    void shouldTakeNothingThatIsDamaged() throws Exception {
        String blob = tree.files().get(0).blob().name();
        tarDoes("tar \"$@\"; rm -f blobs/" + blob + "; printf 'kontent' >blobs/" + blob);
        NodeUnreachable failure = assertThrows(NodeUnreachable.class, () -> deploy(""));
        assertEquals(
                "deploying to " + folder
                        + "/deployed failed: what has arrived is damaged; try again, and if it happens again, have the disk and memory"
                        + " there checked",
                failure.trouble().reason());
        assertEquals(List.of(), names("store"));
        assertEquals(List.of(), names("tmp"));
    }

    @Test
    void shouldSayThatNothingCanBeChecked() throws Exception {
        shell.become("mkdir '" + folder + "/bin' && ln -s /usr/bin/* '" + folder + "/bin' && rm '" + folder
                + "/bin/cksum'; PATH='" + folder + "/bin'\n");
        NodeUnreachable failure = assertThrows(NodeUnreachable.class, () -> deploy(""));
        assertEquals(
                "deploying to " + folder + "/deployed failed: there is no cksum on PATH; install coreutils",
                failure.trouble().reason());
    }

    @Test
    void shouldShipManyFiles() throws Exception {
        List<FileTree.Entry> files = new ArrayList<>();
        for (int i = 0; i < 1100; i++) {
            files.add(new FileTree.Entry("f" + i, Blob.of(Files.writeString(folder.resolve("file" + i), "c" + i))));
        }
        tree = FileTree.of(files);
        deploy("");
        assertEquals("c1099", Files.readString(deployed("trees/" + tree.id() + "/f1099")));
        assertEquals(files.size(), names("store").size());
        assertEquals("fine\n", shell.run("echo fine", Duration.ofSeconds(30)).text());
    }

    private void tarDoes(String script) throws IOException {
        shell.become("tar() { command " + script + "; }\n");
    }

    private void deploy(String present) throws NodeUnreachable, InterruptedException {
        NodeFacts facts =
                NodeFacts.parse("install\t" + folder + "\ninstall_writable\tyes\nhave_store\t" + present + "\n");
        NodeDeployment deployment =
                new NodeDeployment(new ProbedNode(shell.node(), shell, facts), "0123-0", List.of(tree));
        deployment.run(deployment.archive(), bytes -> {});
    }

    private Path deployed(String path) {
        return folder.resolve("deployed").resolve(path);
    }

    private List<String> names(String place) throws IOException {
        try (Stream<Path> files = Files.list(deployed(place))) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }
}
