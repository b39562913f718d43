package iccl.run.internal.ssh;

import iccl.run.internal.cluster.Node;
import java.io.BufferedInputStream;
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
    /** The bytes that a script's input is sent and read in at a time. */
    public static final int PIECE = 1 << 16;

    /** Pieces in a portion. Each portion takes a program's start on the node, so that of much input they are larger. */
    private static final long PORTION = 8;

    private static final long MOST_PORTIONS = 16;
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
        this.output = new BufferedInputStream(process.getInputStream(), PIECE);
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
        return run(reply(), "(\n" + script + "\n) </dev/null", out -> {}, limit);
    }

    /** Writes what a script reads. */
    public interface Input {
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Runs a script whose input is so many bytes of {@code input}. It need not read all of them.
     *
     * @param bytes a multiple of {@link #PIECE}
     * @throws NodeUnreachable as without input
     */
    public Answer run(String script, long bytes, Input input, Duration limit)
            throws NodeUnreachable, InterruptedException {
        long pieces = bytes / PIECE;
        long portion = Math.max(PORTION, pieces / MOST_PORTIONS);
        ShellReply reply = reply();
        // What the script leaves of it, the shell must not take for scripts. A shell's head may read too much.
        String group = "{ piece=" + PIECE + " left=" + pieces + " portion=" + portion
                + """

                while [ $left -gt 0 ]; do
                    [ $left -ge $portion ] || portion=$left
                    dd bs=$piece count=$portion iflag=fullblock 2>/dev/null || head -c $((portion * piece))
                    left=$((left - portion))
                    %s >&3
                done | {
                exec 3>&-
                (
                %s
                )
                status=$?
                if read -r rest; then cat >/dev/null; fi
                exit $status
                }
                } 3>&1"""
                        .formatted(ShellReply.receipt(), script);
        Input paced = out -> input.writeTo(new PacedOutput(out, portion * PIECE, reply::awaitReceipt));
        return run(reply, group, paced, limit);
    }

    private synchronized ShellReply reply() {
        return new ShellReply(output, ++scripts, greeting);
    }

    private synchronized Answer run(ShellReply reply, String group, Input input, Duration limit)
            throws NodeUnreachable, InterruptedException {
        try (Deadline deadline = new Deadline(process, limit)) {
            try {
                send(reply.frame(group));
                feed(input);
                return reply.await();
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
