package iccl.examples.embedding.internal;

import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.IcclException;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works without end, on a thread of its own. The library's service stays while backends and platforms come and go; what
 * stood on one that went fails, and is made anew.
 */
@Component(
        service = MeanService.class,
        immediate = true,
        property = {"osgi.command.scope=mean", "osgi.command.function=status"})
public final class MeanService {
    private static final Logger LOG = LoggerFactory.getLogger(MeanService.class);
    private static final int RANKS = 3;
    private static final long PAUSE_MILLIS = 100;
    private static final long PATIENCE_MILLIS = 10_000;

    private final Iccl iccl;
    private final Thread thread = new Thread(this::work, "example-mean");
    private volatile boolean stopped;
    private final AtomicLong means = new AtomicLong();
    private final AtomicLong restarts = new AtomicLong();
    private volatile String state = "not begun";

    @Activate
    public MeanService(@Reference Iccl iccl) {
        this.iccl = iccl;
        thread.start();
    }

    @Deactivate
    void stop() throws InterruptedException {
        stopped = true;
        // It may wait for ranks that do not come; an interrupt ends that.
        thread.interrupt();
        thread.join(PATIENCE_MILLIS);
        if (thread.isAlive()) {
            LOG.warn("The thread {} did not end within {} ms", thread.getName(), PATIENCE_MILLIS);
        }
    }

    /** For the shell. */
    public String status() {
        return means + " means " + state + ", " + restarts + " restarts";
    }

    private void work() {
        while (!stopped) {
            try (Ranks ranks = new Ranks(iccl, RANKS)) {
                Communicator first = ranks.first();
                state = "over " + first.backend() + " on " + first.platform();
                workWith(ranks);
            } catch (IcclException e) {
                restarts.incrementAndGet();
                state = "waiting: " + e.getMessage();
                LOG.info("Making new communicators, because: {}", e.getMessage());
                pause();
            } catch (RuntimeException e) {
                state = "broken: " + e;
                LOG.error("There will be no more means", e);
                return;
            }
        }
    }

    private void workWith(Ranks ranks) {
        while (!stopped) {
            double middle = means.get() + 1.0;
            double mean = ranks.mean(middle);
            if (mean != middle) {
                throw new IllegalStateException("the mean of " + middle + " is not " + mean);
            }
            means.incrementAndGet();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
