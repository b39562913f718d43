package iccl.run.internal.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program that answers a line with a line; both are bytes, whatever the locale.
 *
 * <p>Threads: {@link #interrupt} may be called by any, the rest by one.
 */
final class Partner implements AutoCloseable {
    /** What an answer begins with. Other lines are for people. */
    static final char ANSWER = '@';

    private static final long LIMIT_SECONDS = 300;
    private static final long GRACE_SECONDS = 5;

    private final String name;
    private final Process process;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private Partner(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /** @param job of the guard that ends it should we die */
    static Partner start(String name, List<String> command, String job) throws IOException {
        Partner partner = new Partner(name, start(command, job));
        Thread pump = new Thread(partner::listen, "answers of " + name);
        pump.setDaemon(true);
        pump.start();
        return partner;
    }

    /** With pipes to both of its standard streams. */
    static Process start(List<String> command, String job) throws IOException {
        // In a session of its own it does not hear the terminal's Ctrl-C: we pass it on, once.
        ProcessBuilder builder = new ProcessBuilder("setsid").redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.command().addAll(command);
        builder.environment().put("ICCL_JOB", job);
        return builder.start();
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.indexOf(ANSWER) == 0) {
                    answers.add(line);
                } else {
                    System.err.println(name + ": " + line);
                }
            }
            answers.add(failed("it has ended"));
        } catch (IOException e) {
            answers.add(failed("its output cannot be read: " + e));
        }
    }

    private String failed(String why) {
        return ANSWER + "failed " + name + ": " + why;
    }

    /** The answer; an own one that begins with {@code @failed} when there is none. */
    String ask(String line) throws InterruptedException {
        try {
            OutputStream out = process.getOutputStream();
            out.write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        } catch (IOException e) {
            return failed("it cannot be asked: " + e.getMessage());
        }
        @Nullable String answer = answers.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        return answer == null ? failed("no answer within " + LIMIT_SECONDS + " s") : answer;
    }

    void interrupt() {
        process.toHandle().destroy();
    }

    /** Tells it to end, and sees to it. */
    @Override
    public void close() throws IOException {
        try {
            // The end of our pipe does not reach a rank on every way that MPI's launchers take.
            process.getOutputStream().write("quit\n".getBytes(StandardCharsets.ISO_8859_1));
            process.getOutputStream().flush();
        } catch (IOException e) {
            // It has ended already.
        }
        end(process);
    }

    /** Ends a process whose standard input is ours. */
    static void end(Process process) throws IOException {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It has ended before it read all: that is what is wanted.
        }
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                process.toHandle().destroy();
                if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                    process.toHandle().destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.toHandle().destroyForcibly();
        }
    }
}
