package iccl.run.internal.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.cluster.Node;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SshTroubleTest {
    private static final SshCommand COMMAND = new SshCommand(
            new Node(
                    0,
                    "big host",
                    new Node.Access("ann", 2222, null, null),
                    1,
                    null,
                    null,
                    null,
                    null,
                    null,
                    Map.of(),
                    Map.of(),
                    Node.Build.DEFAULT),
            Path.of("/tmp/socket"),
            false,
            null);

    @Test
    void shouldTellTroublesApart() {
        Map.of(
                        "@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.",
                        "its host key has changed",
                        "No ED25519 host key is known for a.\nHost key verification failed.",
                        "its host key is not known here",
                        "ann@a: Permission denied (publickey).",
                        "it refuses our key",
                        "ssh: Could not resolve hostname a: Name or service not known",
                        "its name does not resolve",
                        "ssh: connect to host a port 22: Connection refused",
                        "nothing listens on its ssh port",
                        "ssh: connect to host a port 22: Connection timed out",
                        "it does not answer",
                        "Connection timed out during banner exchange",
                        "it accepts the connection but does not answer",
                        "kex_exchange_identification: Connection closed by remote host",
                        "it closes the connection at once")
                .forEach((said, reason) -> {
                    String found = SshTrouble.of(COMMAND, said, 255).reason();
                    assertTrue(found.startsWith(reason + " (ssh: "), said + " -> " + found);
                });
        assertEquals(
                "it does not answer any more", SshTrouble.of(COMMAND, "", 255).reason());
    }

    @Test
    void shouldNameRemediesThatCanBePasted() {
        SshTrouble changed = SshTrouble.of(COMMAND, "REMOTE HOST IDENTIFICATION HAS CHANGED!", 255);
        assertTrue(changed.remedy().contains("ssh-keygen -R '[big host]:2222'"), changed.remedy());
        SshTrouble refused = SshTrouble.of(COMMAND, "Permission denied (publickey)", 255);
        assertTrue(refused.remedy().contains("ssh -p 2222 -l ann 'big host'"), refused.remedy());
    }

    @Test
    void shouldShowWhatItDoesNotKnow() {
        SshTrouble other = SshTrouble.of(COMMAND, "noise\nssh: something new\n", 255);
        assertEquals("ssh does not get there: something new", other.reason());
    }
}
