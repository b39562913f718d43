package iccl.run.internal.ssh;

import iccl.run.internal.text.ByteText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Scripts for a node's {@code /bin/sh}, whatever the login shell there is. The command line that the login shell sees is
 * always the same and needs no quoting that shells differ in; the scripts follow on standard input.
 */
final class RemoteScript {
    /** Runs each line of standard input; the rest of the input is left to what it runs. */
    static final String COMMAND = "exec /bin/sh -c 'while IFS= read -r line; do eval \"$line\"; done'";

    private RemoteScript() {}

    /**
     * What {@link #COMMAND} takes for {@code script}: a line that reads it, and then the script. A shell reads its input
     * byte by byte, which is slow; dd takes it at once, and no more than that.
     */
    static byte[] input(String script) {
        byte[] bytes = ByteText.encode(script);
        // In the place of the subshell: one process less for each script.
        String line = "iccl_script=$(exec dd bs=" + bytes.length + " count=1 iflag=fullblock 2>/dev/null) || "
                + "iccl_script=$(exec head -c " + bytes.length + "); eval \"$iccl_script\"\n";
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(line.getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(bytes);
        return all.toByteArray();
    }
}
