package iccl.run.internal.ssh;

import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Kills a process when its time is up, so that whoever reads from it goes on. */
final class Deadline implements AutoCloseable {
    private static final ScheduledThreadPoolExecutor CLOCK = clock();

    private final ScheduledFuture<?> alarm;
    private volatile boolean isOver;

    Deadline(Process process, Duration limit) {
        alarm = CLOCK.schedule(
                () -> {
                    isOver = true;
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                },
                limit.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private static ScheduledThreadPoolExecutor clock() {
        ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "iccl-deadline");
            thread.setDaemon(true);
            return thread;
        });
        clock.setRemoveOnCancelPolicy(true);
        return clock;
    }

    boolean isOver() {
        return isOver;
    }

    @Override
    public void close() {
        alarm.cancel(false);
    }
}
