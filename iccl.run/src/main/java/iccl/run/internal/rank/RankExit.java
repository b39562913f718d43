package iccl.run.internal.rank;

import iccl.run.internal.container.ProcessContainer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** How a rank leaves. Under MPI all leave together: its library wants every rank to finalise, and soon. */
final class RankExit {
    /** How long other exit hooks may take after a failure. */
    private static final long LIMIT_MILLIS = 2000;

    private final FailureRecord record;
    private final @Nullable JobEvents events;
    private final boolean isMpi;
    private final AtomicBoolean isLeaving = new AtomicBoolean();

    RankExit(FailureRecord record, @Nullable JobEvents events, boolean isMpi) {
        this.record = record;
        this.events = events;
        this.isMpi = isMpi;
    }

    /** The program calls {@code System.exit}; what follows is the JVM's business. */
    void onProgramExit(int status) {
        if (!isLeaving.compareAndSet(false, true)) {
            return;
        }
        if (status == 0) {
            closeContainer();
        } else {
            record.exitStatus(status);
            ProcessContainer.abandon();
        }
    }

    /** Ends this process. */
    void leave(int status) {
        isLeaving.set(true);
        if (status == 0) {
            closeContainer();
            System.exit(0);
        }
        // Without stopping the bundles: closing MPI would wait for ranks that wait for this one.
        ProcessContainer.abandon();
        System.out.flush();
        Thread exit = new Thread(() -> System.exit(status), "iccl-fail");
        exit.setDaemon(true);
        exit.start();
        try {
            exit.join(LIMIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(status);
    }

    private void closeContainer() {
        System.out.flush();
        if (areAllDone()) {
            ProcessContainer.close();
        } else {
            ProcessContainer.abandon();
        }
    }

    private boolean areAllDone() {
        if (!isMpi || events == null) {
            return true;
        }
        try {
            return events.awaitAllDone();
        } catch (IOException e) {
            // The job's directory is gone: the launcher is ending the job.
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
