package iccl.backend.mpi;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends MPI in a time: the call waits for all ranks, and one that died never comes. */
public final class Ending {
    private static final Logger LOG = LoggerFactory.getLogger(Ending.class);
    private static final long LIMIT_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private Ending() {}

    /** Makes the call that ends MPI. */
    public static void within(String name, Runnable call) {
        Thread thread = new Thread(call, "iccl-" + name + "-end");
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler(
                (where, failure) -> LOG.warn("{} did not end in order: {}", name, failure.getMessage()));
        thread.start();
        try {
            thread.join(LIMIT_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.warn("{} still waits for other ranks to end after {} s; going on without", name, LIMIT_MILLIS / 1000);
        }
    }
}
