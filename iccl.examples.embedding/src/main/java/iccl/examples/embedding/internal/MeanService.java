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
        thread.join();
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
            }
        }
    }

    private void workWith(Ranks ranks) {
        while (!stopped) {
            double middle = means.incrementAndGet();
            double mean = ranks.mean(middle);
            if (mean != middle) {
                throw new IllegalStateException("the mean of " + middle + " is not " + mean);
            }
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
