package iccl.run.internal.ssh;

import iccl.run.internal.text.ByteText;

/**
 * Scripts for a node's {@code /bin/sh}, whatever the login shell there is. The command line that the login shell sees is
 * always the same and needs no quoting that shells differ in; the script itself follows on standard input, as one line.
 */
final class RemoteScript {
    /** Runs each line of standard input as a script; the rest of the input is left to the script. */
    static final String COMMAND = "exec /bin/sh -c 'while IFS= read -r line; do eval \"$(printf %b \"$line\")\"; done'";

    private RemoteScript() {}

    /** The line that {@link #COMMAND} takes for {@code script}. */
    static byte[] line(String script) {
        return ByteText.encode(script.replace("\\", "\\\\").replace("\n", "\\n") + "\n");
    }
}
