package iccl.platform.device;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.port.Device;
import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.platform.device.jni.DeviceNative;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A vendor's accelerators. The runtime is opened at the first use, not before: a process that uses another platform does
 * not start these devices. Every call works on the device that its memory, queue or event belongs to, whatever the thread
 * has selected, and leaves that as it is.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public abstract class DevicePlatform implements Platform, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DevicePlatform.class);

    private final VendorTable table;
    private final Findings findings;
    private final List<Device> devices;
    private volatile @Nullable Opened opened;
    private volatile boolean closed;
    /** What allocates, frees, clears and copies shares the memory; what takes it back has it alone. */
    private final ReadWriteLock memoryUse = new ReentrantReadWriteLock();

    /**
     * @param probe the vendor's own, which has found a device
     */
    protected DevicePlatform(Probe probe) {
        DeviceProbe found = (DeviceProbe) probe;
        table = found.table();
        findings = Objects.requireNonNull(found.result().findings(), "a platform without a usable runtime");
        devices = findings.devices(table.title());
    }

    /** What there is once the runtime is open. */
    private record Opened(OpenRuntime runtime, DeviceMemory memory, DeviceQueues queues) {}

    @Override
    public String name() {
        return table.name();
    }

    @Override
    public String version() {
        return Discovery.version(table, findings);
    }

    @Override
    public List<Device> devices() {
        return devices;
    }

    @Override
    public void select(int device) {
        if (device < 0 || device >= devices.size()) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "the platform " + name() + " has devices 0 to " + (devices.size() - 1) + ", not " + device);
        }
        OpenRuntime runtime = open().runtime();
        runtime.check(DeviceNative.select(runtime.number(), device), device, "selecting it");
    }

    @Override
    public @Nullable MemorySpace spaceOf(long address) {
        return open().memory().spaceOf(address);
    }

    @Override
    public long allocate(MemorySpace space, long bytes) {
        memoryUse.readLock().lock();
        try {
            return open().memory().allocate(space, bytes);
        } finally {
            memoryUse.readLock().unlock();
        }
    }

    @Override
    public void free(MemorySpace space, long address) {
        memoryUse.readLock().lock();
        try {
            Opened now = opened;
            (closed && now != null ? now : open()).memory().free(space, address);
        } finally {
            memoryUse.readLock().unlock();
        }
    }

    @Override
    public void clear(long address, long bytes) {
        memoryUse.readLock().lock();
        try {
            open().memory().clear(address, bytes);
        } finally {
            memoryUse.readLock().unlock();
        }
    }

    @Override
    public void copy(long to, long from, long bytes) {
        memoryUse.readLock().lock();
        try {
            open().memory().copy(to, from, bytes);
        } finally {
            memoryUse.readLock().unlock();
        }
    }

    @Override
    public void copyAsync(long to, long from, long bytes, long queue) {
        open().queues().copyAsync(to, from, bytes, queue);
    }

    @Override
    public long createQueue() {
        return open().queues().createQueue();
    }

    @Override
    public void destroyQueue(long queue) {
        open().queues().destroyQueue(queue);
    }

    @Override
    public boolean queueIsIdle(long queue) {
        return open().queues().queueIsIdle(queue);
    }

    @Override
    public long createEvent() {
        return open().queues().createEvent();
    }

    @Override
    public void destroyEvent(long event) {
        open().queues().destroyEvent(event);
    }

    @Override
    public void recordEvent(long event, long queue) {
        open().queues().recordEvent(event, queue);
    }

    @Override
    public boolean eventIsDone(long event) {
        return open().queues().eventIsDone(event);
    }

    @Override
    public void queueWaits(long queue, long event) {
        open().queues().queueWaits(queue, event);
    }

    @Override
    public boolean callsHost() {
        return DeviceNative.hasHostFunction(open().runtime().number());
    }

    @Override
    public void callHost(long queue, Runnable action) {
        open().queues().callHost(queue, action);
    }

    private Opened open() {
        ensureOpen();
        Opened now = opened;
        return now == null ? openFirst() : now;
    }

    private void ensureOpen() {
        if (closed) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE, "the platform " + name() + " was stopped or updated; get it anew");
        }
    }

    private synchronized Opened openFirst() {
        // What is opened after the end nobody would close.
        ensureOpen();
        Opened now = opened;
        if (now == null) {
            OpenRuntime runtime = OpenRuntime.open(table, findings);
            DeviceMemory memory = new DeviceMemory(name(), runtime);
            now = new Opened(runtime, memory, new DeviceQueues(name(), runtime, memory));
            opened = now;
        }
        return now;
    }

    /**
     * The bundle stops. What the queues hold is waited for; then all goes back to the device. Pinned memory is not freed here:
     * somebody may hold a view of it, and would read memory that is no more.
     */
    @Override
    public void close() {
        Opened now = refuseCallers();
        if (now == null) {
            return;
        }
        try {
            now.queues().close();
        } catch (IcclException e) {
            warnOf(e);
        }
        memoryUse.writeLock().lock();
        try {
            int left = now.memory().close();
            if (left > 0) {
                LOG.warn("The platform {} stops; {} pinned allocations were not given back.", name(), left);
            }
        } catch (IcclException e) {
            warnOf(e);
        } finally {
            memoryUse.writeLock().unlock();
        }
    }

    /** From here on none opens anything, and none waits for what the queues still hold. */
    private synchronized @Nullable Opened refuseCallers() {
        closed = true;
        return opened;
    }

    private void warnOf(IcclException e) {
        LOG.warn("The platform {} stops, and its runtime failed: {}", name(), e.getMessage());
    }
}
