package iccl.run.internal.ssh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.cluster.Node;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PacedOutputTest {
    private static final int PIECE = NodeShell.PIECE;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @Test
    void shouldKeepLittleMoreThanAPortionOnItsWay() throws IOException {
        byte[] data = new byte[21 * PIECE + 5];
        new Random(7).nextBytes(data);
        ByteArrayOutputStream there = new ByteArrayOutputStream();
        AtomicInteger receipts = new AtomicInteger();
        try (PacedOutput out = new PacedOutput(new BufferedOutputStream(there, 3 * PIECE), 4 * PIECE, () -> {
            int taken = receipts.incrementAndGet() * 4 * PIECE;
            assertTrue(there.size() >= taken, "waits for a receipt of what it has not sent: " + there.size());
            assertTrue(there.size() <= taken + 2 * PIECE, "on its way: " + there.size());
        })) {
            out.write(data, 0, PIECE / 2);
            out.write(data[PIECE / 2]);
            out.write(data, PIECE / 2 + 1, data.length - PIECE / 2 - 1);
        }
        assertArrayEquals(data, there.toByteArray());
        assertEquals(4, receipts.get());
    }

    @Test
    void shouldGoOnWithTheNextScriptWhateverThisOneReads() throws Exception {
        SshCommand command = new SshCommand(Node.of(0, "localhost"), folder.resolve("socket"), false, null);
        byte[] piece = new byte[PIECE];
        new Random(7).nextBytes(piece);
        try (NodeShell shell = NodeShell.open(command, Map.of())) {
            for (int pieces : new int[] {1, 8, 9, 30, 200}) {
                for (String script : new String[] {"wc -c; exit 4", "head -c 1000 | wc -c; exit 4", "exit 4"}) {
                    NodeShell.Answer answer = shell.run(
                            "printf begun; " + script,
                            (long) pieces * PIECE,
                            out -> {
                                for (int i = 0; i < pieces; i++) {
                                    out.write(piece);
                                }
                            },
                            Duration.ofSeconds(30));
                    String count = script.startsWith("wc") ? Integer.toString(pieces * PIECE) : "1000";
                    assertEquals("begun" + (script.equals("exit 4") ? "" : count + "\n"), answer.text(), script);
                    assertEquals(4, answer.status());
                }
                assertEquals(
                        "next\n", shell.run("echo next", Duration.ofSeconds(30)).text());
            }
        }
    }
}
