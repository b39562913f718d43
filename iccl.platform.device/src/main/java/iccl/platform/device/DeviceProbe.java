package iccl.platform.device;

import iccl.kernel.port.Probe;
import iccl.kernel.port.Tunables;
import iccl.kernel.port.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.ComponentContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Probes a vendor and enables its platform when a device answers. Where there is no hardware the verdict is there at once;
 * else a thread tries the runtime, and {@link #verdict} waits for it, for a limited time.
 */
public abstract class DeviceProbe implements Probe, Tunables, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceProbe.class);

    private final VendorTable table;
    private final CompletableFuture<Discovery.Result> result = new CompletableFuture<>();
    private @Nullable ProbeProcess process;
    private boolean closed;

    protected DeviceProbe(ComponentContext context, VendorTable table, Class<? extends DevicePlatform> platform) {
        this(table, Wishes::of, () -> context.enableComponent(platform.getName()));
    }

    /**
     * @param onAvailable told when the platform can be used
     */
    protected DeviceProbe(VendorTable table, Function<String, @Nullable String> environment, Runnable onAvailable) {
        this.table = table;
        Discovery discovery = new Discovery(table, environment);
        try {
            if (!discovery.hasHardware()) {
                result.complete(discovery.absent());
                return;
            }
        } catch (IOException e) {
            result.complete(discovery.broken(e));
            return;
        }
        Thread thread = new Thread(() -> look(discovery, onAvailable), "iccl-probe-" + table.name());
        thread.setDaemon(true);
        thread.start();
    }

    private void look(Discovery discovery, Runnable onAvailable) {
        try (ProbeProcess made = new ProbeProcess(discovery.limitSeconds())) {
            if (!begin(made)) {
                return;
            }
            Discovery.Result found = discovery.look(made);
            // The platform asks for the result as soon as it is enabled.
            result.complete(found);
            if (found.findings() != null && !isClosed()) {
                onAvailable.run();
            }
        } catch (IOException e) {
            result.complete(discovery.broken(e));
        } catch (RuntimeException e) {
            // The bundle stops at the same time, or this is broken; either way nobody may wait for ever.
            LOG.warn("The probe of platform {} failed", table.name(), e);
            result.complete(discovery.broken(new IOException(e)));
        } finally {
            result.complete(discovery.broken(new IOException("it was stopped")));
        }
    }

    private synchronized boolean begin(ProbeProcess made) {
        process = made;
        return !closed;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    @Override
    public Verdict verdict() {
        return result().verdict();
    }

    @Override
    public List<Tunables.Entry> list() {
        return Wishes.list(table);
    }

    Discovery.Result result() {
        return result.join();
    }

    VendorTable table() {
        return table;
    }

    /** Ends a probe that still runs. */
    @Override
    public void close() {
        ProbeProcess running;
        synchronized (this) {
            closed = true;
            running = process;
        }
        if (running != null) {
            try {
                running.close();
            } catch (IOException e) {
                LOG.warn("The probe of platform {} left files behind: {}", table.name(), e.getMessage());
            }
        }
    }
}
