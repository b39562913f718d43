package iccl.run.internal.verify;

import iccl.run.internal.launch.ShellText;
import iccl.run.internal.verify.ExampleResult.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One example in a launcher of its own, so that whatever happens to it stays there. */
final class ExampleRun {
    /** As {@code icclrun --timeout} has it. */
    private static final int TIMED_OUT = 110;

    private static final int BAD_USAGE = 2;
    private static final long GRACE_SECONDS = 15;
    private static final long OUTPUT_MILLIS = 5000;

    private final String name;
    private final Path log;
    private final Process process;
    private final Thread pump;
    private final long startedAt = System.nanoTime();

    private ExampleRun(String name, Path log, Process process, Thread pump) {
        this.name = name;
        this.log = log;
        this.process = process;
        this.pump = pump;
    }

    /**
     * @param command of the launcher
     * @param job of the guard that ends the launcher should we die
     * @param isShown whether the output is shown, too
     */
    static ExampleRun start(String name, List<String> command, Path log, String job, boolean isShown)
            throws IOException {
        OutputStream file = Files.newOutputStream(log);
        try {
            file.write(("# " + ShellText.quoteAll(command) + "\n").getBytes(StandardCharsets.UTF_8));
            // In a session of its own it does not hear the terminal's Ctrl-C: we pass it on, once.
            ProcessBuilder builder = new ProcessBuilder("setsid").redirectErrorStream(true);
            builder.command().addAll(command);
            builder.redirectInput(Path.of("/dev/null").toFile());
            builder.environment().put("ICCL_JOB", job);
            Process process = builder.start();
            Thread pump = new Thread(() -> copy(process.getInputStream(), file, isShown), "output of " + name);
            pump.setDaemon(true);
            pump.start();
            return new ExampleRun(name, log, process, pump);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    private static void copy(InputStream from, OutputStream file, boolean isShown) {
        byte[] bytes = new byte[1 << 13];
        try (file) {
            for (int count = from.read(bytes); count >= 0; count = from.read(bytes)) {
                file.write(bytes, 0, count);
                if (isShown) {
                    System.out.write(bytes, 0, count);
                    System.out.flush();
                }
            }
        } catch (IOException e) {
            System.err.println("icclrun: the log of an example is incomplete: " + e);
        }
    }

    /** Asks it to end, as Ctrl-C does; the second time at once. Any thread may call it. */
    void interrupt() {
        // Process.destroy would close the pipe of its last words, too.
        process.toHandle().destroy();
    }

    /**
     * Waits for its end, which its launcher brings about when the example's time is up.
     *
     * @param limitSeconds after which the launcher itself is ended
     */
    ExampleResult await(double limitSeconds) throws IOException, InterruptedException {
        boolean isOver = process.waitFor((long) (limitSeconds * 1000), TimeUnit.MILLISECONDS);
        if (!isOver) {
            interrupt();
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                // Its guards end the ranks.
                process.toHandle().destroyForcibly();
                process.waitFor();
            }
        }
        pump.join(OUTPUT_MILLIS);
        double seconds = (System.nanoTime() - startedAt) / 1e9;
        int exitStatus = process.exitValue();
        ExampleLog said = ExampleLog.read(log);
        Status status = !isOver || exitStatus == TIMED_OUT ? Status.TIMEOUT : status(exitStatus, said);
        String detail = isOver ? detail(status, exitStatus, said) : "its launcher did not end in time and was ended";
        return new ExampleResult(name, status, exitStatus, seconds, detail, log);
    }

    private static Status status(int exitStatus, ExampleLog said) {
        if (exitStatus == BAD_USAGE && said.isUnknownOption()) {
            return Status.SKIPPED;
        }
        return exitStatus == 0 && said.isPassed() && !said.isWrong() ? Status.PASSED : Status.FAILED;
    }

    private static String detail(Status status, int exitStatus, ExampleLog said) {
        if (status == Status.PASSED) {
            return "";
        }
        if (exitStatus == 0 && !said.isWrong()) {
            return "it ended without saying that its data is right";
        }
        return said.reason();
    }
}
