package iccl.run.internal.ssh;

import iccl.run.internal.text.ByteText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/** What comes back from a shell for one script: lines between marks. */
final class ShellReply {
    private static final String BEGIN = "#iccl-begin";
    private static final String END = "#iccl-end ";
    /** The script's input has come so far. */
    private static final String TAKEN = "#iccl-taken";

    private final InputStream output;
    private final String number;
    private final Set<String> greeting;
    private final StringBuilder text = new StringBuilder();
    private boolean hasBegun;
    private String end = "";

    /**
     * @param number tells this script's marks from others'
     * @param greeting gets what comes before the first mark
     */
    ShellReply(InputStream output, int number, Set<String> greeting) {
        this.output = output;
        this.number = Integer.toString(number);
        this.greeting = greeting;
    }

    /** Commands with marks around what they print. */
    String frame(String commands) {
        return "printf '\\n%s\\n' '" + BEGIN + number + "'\n" + commands + "\nprintf '\\n%s\\n' \"" + END + number
                + " $?\"";
    }

    /** The command that sends a receipt, whatever else prints at the same time. */
    static String receipt() {
        return "echo '" + TAKEN + "'";
    }

    /** Waits for a receipt. */
    void awaitReceipt() throws IOException {
        while (!accept(readLine())) {
            if (!end.isEmpty()) {
                throw new IOException("the script ended before its input did");
            }
        }
    }

    /** Waits for the end. */
    NodeShell.Answer await() throws IOException {
        while (end.isEmpty()) {
            accept(readLine());
        }
        // The empty line in front of the mark is ours.
        int last = text.length() - 1;
        return new NodeShell.Answer(Integer.parseInt(end), last >= 0 ? text.substring(0, last) : "");
    }

    /** Returns whether it is a receipt. */
    private boolean accept(String line) {
        if (line.equals(BEGIN + number)) {
            hasBegun = true;
        } else if (line.startsWith(END + number + " ")) {
            end = line.substring((END + number + " ").length());
        } else if (hasBegun && line.endsWith(TAKEN)) {
            // Perhaps in the middle of another's line.
            text.append(line, 0, line.length() - TAKEN.length());
            return true;
        } else if (hasBegun) {
            text.append(line).append('\n');
        } else if (!line.isBlank()) {
            greeting.add(line.strip());
        }
        return false;
    }

    private String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = output.read(); next != '\n'; next = output.read()) {
            if (next < 0) {
                throw new IOException("the connection has ended");
            }
            line.write(next);
        }
        return ByteText.decode(line.toByteArray());
    }
}
