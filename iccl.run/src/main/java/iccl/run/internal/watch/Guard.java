package iccl.run.internal.watch;

import iccl.run.internal.launch.Job;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The process that cleans up after a job when the launcher says so, or when it dies: then its end of the pipe is closed.
 * See {@code libexec/guard.sh}.
 */
final class Guard {
    private static final long LIMIT_SECONDS = 10;

    private final Process process;
    private boolean isTold;

    private Guard(Process process) {
        this.process = process;
    }

    static Guard start(Path script, Job job) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("setsid", "/bin/sh", script.toString(), job.id(), job.place())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .directory(Path.of("/").toFile());
        // Inside a rank of another job: that job's guard must not end ours before it has cleaned up.
        builder.environment().remove("ICCL_JOB");
        return new Guard(builder.start());
    }

    /** @param isUrgent whether processes get no time to end by themselves */
    void cleanUp(boolean isUrgent) throws IOException {
        if (!isTold) {
            isTold = true;
            process.getOutputStream().write((isUrgent ? "kill\n" : "done\n").getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().close();
        }
    }

    /** Whether it has ended in time. */
    boolean awaitEnd() throws InterruptedException {
        return process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
