package iccl.kernel.testkit;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Placement;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A backend whose ranks are threads that hand each other copies of their messages. Plain, not fast. */
public final class MemoryBackend implements Backend {
    private final String name;
    private final HostPlatform host;
    private final @Nullable MemoryReach reach;

    public MemoryBackend(String name, HostPlatform host) {
        this.name = name;
        this.host = host;
        this.reach = null;
    }

    /** A backend that takes addresses of one platform's devices. */
    public MemoryBackend(String name, CheckedMemory memory, String platform) {
        this.name = name;
        this.host = memory;
        this.reach = new MemoryReach(memory, platform);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String version() {
        return "in memory";
    }

    @Override
    public Optional<Placement> world() {
        return Optional.empty();
    }

    @Override
    public Endpoint openWorld() {
        throw new IcclException(ResultCode.INVALID_USAGE, name + " has no world");
    }

    @Override
    public boolean carriesThreads() {
        return true;
    }

    @Override
    public List<Endpoint> openThreads(int size) {
        MemoryGroup group = new MemoryGroup(size);
        return IntStream.range(0, size)
                .<Endpoint>mapToObj(rank -> new MemoryEndpoint(group, rank, host, reach))
                .toList();
    }

    @Override
    public boolean carriesRendezvous() {
        return false;
    }

    @Override
    public Endpoint openRendezvous(UniqueId id, int rank, int size, long timeoutNanos) {
        throw new IcclException(ResultCode.NOT_SUPPORTED, name + " carries threads only");
    }
}
