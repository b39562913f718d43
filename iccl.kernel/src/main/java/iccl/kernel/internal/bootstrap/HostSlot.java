package iccl.kernel.internal.bootstrap;

import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.port.HostPlatform;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The host platform that is there now, with what was allocated through it. While one replaces the other, both are known.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class HostSlot {
    private final PortDirectory directory;
    private final List<HostMemory> memories = new CopyOnWriteArrayList<>();

    public HostSlot(PortDirectory directory) {
        this.directory = directory;
    }

    /** A platform comes; it is the one from now on. */
    public void add(HostPlatform host) {
        memories.add(new HostMemory(host));
    }

    /** A platform goes. The communicators that stand on the result must end before {@link HostMemory#leave}. */
    public @Nullable HostMemory remove(HostPlatform host) {
        for (HostMemory memory : memories) {
            if (memory.host() == host) {
                memories.remove(memory);
                return memory;
            }
        }
        return null;
    }

    /**
     * The memory to allocate from.
     *
     * @throws iccl.api.IcclException {@code NOT_SUPPORTED} when there is no host platform
     */
    public HostMemory current() {
        HostMemory last = newest();
        if (last == null) {
            directory.awaitSettled();
            // Bound one after the other: as a platform, and as the host's.
            boolean coming = directory.platforms().list().stream().anyMatch(HostPlatform.class::isInstance);
            last = coming && PortDirectory.await(() -> newest() != null) ? newest() : null;
        }
        if (last == null) {
            throw directory.missing("there is no host platform, which memory and arithmetic need");
        }
        return last;
    }

    private @Nullable HostMemory newest() {
        HostMemory last = null;
        for (HostMemory memory : memories) {
            last = memory;
        }
        return last;
    }

    public boolean contains(HostMemory memory) {
        return memories.contains(memory);
    }

    /** Frees everything. */
    public void close() {
        memories.forEach(HostMemory::close);
        memories.clear();
    }
}
