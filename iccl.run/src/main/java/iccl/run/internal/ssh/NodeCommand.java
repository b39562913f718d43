package iccl.run.internal.ssh;

import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/** A script that runs on a node beside the node's shell, over the same connection, with input and output of its own. */
public final class NodeCommand implements AutoCloseable {
    private final SshCommand command;
    private final Process process;
    private final ErrorText errors;
    private volatile boolean isClosed;

    private NodeCommand(SshCommand command, Process process) {
        this.command = command;
        this.process = process;
        this.errors = new ErrorText(
                process.getErrorStream(), "iccl-ssh-command-" + command.node().index());
    }

    /**
     * How a script ended.
     *
     * @param status its exit status; 255 when the connection broke
     * @param errors the end of what it wrote to standard error
     */
    public record Result(int status, String errors) {
        /** The last of its errors that says something, or the status. */
        public String lastError() {
            return errors.lines()
                    .filter(line -> !line.isBlank())
                    .reduce((first, second) -> second)
                    .orElse("exit status " + status);
        }
    }

    public static NodeCommand start(NodeShell shell) throws IOException {
        return new NodeCommand(
                shell.command(), new ProcessBuilder(shell.command().joining(RemoteScript.COMMAND)).start());
    }

    /**
     * Runs a script to its end.
     *
     * @param lines gets each line of its output
     */
    public Result run(String script, NodeShell.Input input, Consumer<String> lines, Duration limit)
            throws IOException, InterruptedException {
        try (Deadline deadline = new Deadline(process, limit)) {
            Thread reader = new Thread(
                    () -> read(lines), "iccl-output-" + command.node().index());
            reader.setDaemon(true);
            reader.start();
            String broken = write(script, input);
            int status = process.waitFor();
            reader.join();
            errors.awaitEnd();
            String late = deadline.isOver() ? "\nnot done within " + limit.toSeconds() + " s" : "";
            return new Result(
                    status, errors.text() + (status == 0 || errors.text().isBlank() ? broken : "") + late);
        }
    }

    /**
     * Runs a script whose input stays open until it ends: when it ends before, the script knows that nobody waits for it
     * any more.
     */
    public Result runWatched(String script, Consumer<String> lines, Duration limit)
            throws IOException, InterruptedException {
        return run(
                script,
                out -> {
                    out.flush();
                    try {
                        process.waitFor();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                lines,
                limit);
    }

    /** Returns why the input was not taken; the script's own words about it are better when there are any. */
    private String write(String script, NodeShell.Input input) throws IOException {
        try (OutputStream out = new BufferedOutputStream(process.getOutputStream(), 1 << 16)) {
            // A shell that did not read to the end of its input would otherwise take the rest for scripts.
            out.write(RemoteScript.input(script + "\nexit"));
            input.writeTo(out);
            return "";
        } catch (IOException e) {
            return e.toString();
        }
    }

    private void read(Consumer<String> lines) {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.accept(line);
            }
        } catch (IOException e) {
            if (!isClosed) {
                lines.accept("icclrun: output is lost: " + e);
            }
        }
    }

    /** Ends it; on the node its input ends. */
    @Override
    public void close() {
        isClosed = true;
        process.destroy();
    }
}
