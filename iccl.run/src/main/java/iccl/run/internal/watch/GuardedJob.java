package iccl.run.internal.watch;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.Job;
import java.io.IOException;
import java.nio.file.Path;

/** A job without ranks: a place for files that a guard removes, however this process ends. */
public final class GuardedJob implements AutoCloseable {
    private final Job job;
    private final Guard guard;

    private GuardedJob(Job job, Guard guard) {
        this.job = job;
        this.guard = guard;
    }

    public static GuardedJob start(Installation installation) throws IOException {
        Job job = Job.create();
        GuardedJob guarded =
                new GuardedJob(job, Guard.start(installation.libexec().resolve("guard.sh"), job));
        try {
            job.makeDirectories();
            return guarded;
        } catch (IOException e) {
            guarded.close();
            throw e;
        }
    }

    public Job job() {
        return job;
    }

    /** For the files. */
    public Path directory() {
        return job.directory();
    }

    @Override
    public void close() throws IOException {
        guard.cleanUp(false);
        try {
            guard.awaitEnd();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
