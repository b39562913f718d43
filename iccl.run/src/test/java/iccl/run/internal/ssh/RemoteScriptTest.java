package iccl.run.internal.ssh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a real shell, as a login shell would start it. */
@Timeout(60)
class RemoteScriptTest {
    @Test
    void shouldHandOverScriptsByteForByte() throws Exception {
        List<String> nasty =
                List.of("a\\nb", "two\nlines", "it's", "$HOME `id`", "100%", "\\\\", "ends in \\", "Grüße", "\t!*");
        for (String text : nasty) {
            String script = "cat <<'END'\n" + text + "\nEND";
            assertEquals(text + "\n", run(RemoteScript.input(script)));
        }
    }

    @Test
    void shouldRunOneScriptAfterAnotherInOneShell() throws Exception {
        byte[] first = RemoteScript.input("kept=1\n(exit 3) </dev/null\nstatus=$?");
        byte[] second = RemoteScript.input("echo $kept $status");
        assertEquals("1 3\n", run(first, second));
    }

    @Test
    void shouldLeaveTheRestOfTheInputToTheScript() throws Exception {
        assertEquals(
                "the rest\n", run(RemoteScript.input("cat\nexit"), "the rest\n".getBytes(StandardCharsets.US_ASCII)));
    }

    private static String run(byte[]... input) throws Exception {
        Process shell = new ProcessBuilder("/bin/sh", "-c", RemoteScript.COMMAND).start();
        try (OutputStream in = shell.getOutputStream()) {
            for (byte[] part : input) {
                in.write(part);
            }
        }
        return new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
