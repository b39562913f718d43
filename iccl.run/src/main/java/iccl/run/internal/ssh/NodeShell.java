package iccl.run.internal.ssh;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.text.ByteText;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A shell on a node: the first session of the node's one connection, which lasts as long as this does. It runs one script
 * after another, each in a round trip; at last it may become the job's guard. When this process dies, its input ends there.
 */
public final class NodeShell implements AutoCloseable {
    private static final String BEGIN = "#iccl-begin";
    private static final String END = "#iccl-end ";
    private static final int PIECE = 1 << 16;
    /** What ssh may take to end when its connection has. */
    private static final long LAST_WORDS_SECONDS = 2;

    private final SshCommand command;
    private final Process process;
    private final InputStream output;
    private final ErrorText errors;
    private final Set<String> greeting = ConcurrentHashMap.newKeySet();
    private int scripts;

    private NodeShell(SshCommand command, Process process) {
        this.command = command;
        this.process = process;
        this.output = new BufferedInputStream(process.getInputStream(), 1 << 16);
        this.errors = new ErrorText(
                process.getErrorStream(), "iccl-ssh-" + command.node().index());
    }

    /**
     * What a script printed.
     *
     * @param status its exit status
     */
    public record Answer(int status, String text) {}

    /**
     * Starts to connect; whether it works is seen with the first script.
     *
     * @param environment for ssh, beside this process's own
     */
    public static NodeShell open(SshCommand command, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command.opening(RemoteScript.COMMAND));
        builder.environment().putAll(environment);
        builder.environment().put("SSH_ASKPASS_REQUIRE", "never");
        return new NodeShell(command, builder.start());
    }

    public Node node() {
        return command.node();
    }

    public SshCommand command() {
        return command;
    }

    /**
     * Runs a script in a subshell without input, and returns what it printed.
     *
     * @throws NodeUnreachable when the connection is not made, breaks, or the script takes longer than {@code limit}
     */
    public Answer run(String script, Duration limit) throws NodeUnreachable, InterruptedException {
        return run("(\n" + script + "\n) </dev/null", out -> {}, limit);
    }

    /** Writes what a script reads. */
    public interface Input {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Runs a script whose input is so many bytes of {@code input}. It need not read all of them.
     *
     * @param bytes a multiple of 64 KiB
     * @throws NodeUnreachable as without input
     */
    public Answer run(String script, long bytes, Input input, Duration limit)
            throws NodeUnreachable, InterruptedException {
        // What the script leaves of it, the shell must not take for scripts. A shell's head may read too much.
        String taken = "{ dd bs=" + PIECE + " count=" + bytes / PIECE + " iflag=fullblock 2>/dev/null || head -c "
                + bytes + "; }";
        return run(taken + " | {\n(\n" + script + "\n)\nstatus=$?\ncat >/dev/null\nexit $status\n}", input, limit);
    }

    private synchronized Answer run(String group, Input input, Duration limit)
            throws NodeUnreachable, InterruptedException {
        String mark = Integer.toString(++scripts);
        String framed = "echo; echo '" + BEGIN + mark + "'\n" + group + "\nstatus=$?; echo; echo \"" + END + mark
                + " $status\"";
        try (Deadline deadline = new Deadline(process, limit)) {
            try {
                send(framed);
                feed(input);
                return read(mark);
            } catch (IOException e) {
                if (deadline.isOver()) {
                    throw new NodeUnreachable(SshTrouble.silent(command, limit.toSeconds()));
                }
                throw new NodeUnreachable(trouble());
            }
        }
    }

    private void feed(Input input) throws NodeUnreachable, IOException, InterruptedException {
        try {
            input.writeTo(process.getOutputStream());
            process.getOutputStream().flush();
        } catch (IOException e) {
            // A connection that breaks ends ssh, whose own words are better. Else it is what we send that cannot be
            // read.
            if (process.waitFor(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
                throw e;
            }
            process.destroyForcibly();
            throw new NodeUnreachable(new SshTrouble("sending to it failed: " + e, ""));
        }
    }

    private void send(String script) throws IOException {
        process.getOutputStream().write(RemoteScript.input(script));
        process.getOutputStream().flush();
    }

    private Answer read(String mark) throws IOException {
        StringBuilder text = new StringBuilder();
        boolean hasBegun = false;
        while (true) {
            String line = readLine();
            if (line.equals(BEGIN + mark)) {
                hasBegun = true;
            } else if (line.startsWith(END + mark + " ")) {
                int status = Integer.parseInt(line.substring((END + mark + " ").length()));
                // The empty line in front of the mark is ours.
                int last = text.length() - 1;
                return new Answer(status, last >= 0 ? text.substring(0, last) : "");
            } else if (hasBegun) {
                text.append(line).append('\n');
            } else if (!line.isBlank()) {
                greeting.add(line.strip());
            }
        }
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

    /** The last line that scripts wrote to standard error, or empty. */
    public String lastError() {
        String text = errors.text().strip();
        return text.substring(text.lastIndexOf('\n') + 1);
    }

    /** Lines that the login shell said by itself: it will say them again to whoever comes. */
    public Set<String> greeting() {
        errors.text().lines().map(String::strip).filter(line -> !line.isEmpty()).forEach(greeting::add);
        return greeting;
    }

    /** Runs a last script, after at least one other, that reads and writes as it likes; returns at once. */
    public synchronized void become(String script) throws IOException {
        send(script);
    }

    /** What the last script reads. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    /** What the last script writes. */
    public InputStream output() {
        return output;
    }

    /** Why the connection has ended; to be called when it has. */
    public SshTrouble trouble() throws InterruptedException {
        if (!process.waitFor(LAST_WORDS_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            process.waitFor();
        }
        errors.awaitEnd();
        return SshTrouble.of(command, errors.text(), process.exitValue());
    }

    /** Waits for the connection's end. */
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Ends the connection, and with it what else goes over it. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
