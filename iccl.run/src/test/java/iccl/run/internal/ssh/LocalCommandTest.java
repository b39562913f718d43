package iccl.run.internal.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.cluster.Node;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LocalCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @Test
    void shouldRunScriptsOnThisMachineWithoutSsh() throws IOException, NodeUnreachable, InterruptedException {
        SshCommand command = new SshCommand(Node.of(0, "localhost"), folder.resolve("socket"), false, null);
        assertFalse(command.opening("true").contains("ssh"));
        try (NodeShell shell = NodeShell.open(command, Map.of("ICCL_JOB", "17"))) {
            NodeShell.Answer answer = shell.run("pwd; echo \"job=${ICCL_JOB-none}\"; exit 3", Duration.ofSeconds(30));
            assertEquals(3, answer.status());
            assertEquals(
                    List.of(Path.of(System.getenv("HOME")).toRealPath().toString(), "job=none"),
                    answer.text().lines().toList());
        }
    }

    @Test
    void shouldSayWhatCouldNotBeSent() throws IOException {
        SshCommand command = new SshCommand(Node.of(0, "localhost"), folder.resolve("socket"), false, null);
        try (NodeShell shell = NodeShell.open(command, Map.of())) {
            NodeUnreachable failure = assertThrows(
                    NodeUnreachable.class,
                    () -> shell.run(
                            "cat",
                            1 << 16,
                            out -> {
                                throw new IOException("a file changes");
                            },
                            Duration.ofSeconds(30)));
            assertEquals(
                    "sending to it failed: java.io.IOException: a file changes",
                    failure.trouble().reason());
        }
    }

    @Test
    void shouldTakeAnyTextForACommand() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(LocalCommand.of("printf %s 'a  \"b\" $HOME'")).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor());
        assertEquals("a  \"b\" $HOME", said);
    }

    @Test
    void shouldGoOverSshToAnotherUserOfThisMachine() {
        Node bob = new Node(
                0,
                "localhost",
                new Node.Access("bob", 0, null, null),
                1,
                null,
                null,
                null,
                null,
                null,
                Map.of(),
                Map.of(),
                Node.Build.DEFAULT);
        assertTrue(new SshCommand(bob, folder.resolve("socket"), false, null)
                .opening("true")
                .contains("ssh"));
    }
}
