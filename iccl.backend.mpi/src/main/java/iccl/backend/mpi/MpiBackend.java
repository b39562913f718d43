package iccl.backend.mpi;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Placement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;

/** A backend over an MPI library that has been started: the ranks are the processes that the launcher started. */
public class MpiBackend implements Backend {
    private final MpiEndpoint.Context context;
    private final MpiCommunicator world;

    public MpiBackend(MpiLibrary library, HostPlatform host) {
        Set<MpiEndpoint> open = ConcurrentHashMap.newKeySet();
        context = new MpiEndpoint.Context(library, host, open);
        world = library.world(host);
    }

    @Override
    public final String name() {
        return context.library().name();
    }

    @Override
    public final String version() {
        return context.library().version();
    }

    @Override
    public final Optional<Placement> world() {
        return Optional.of(new Placement(world.rank(), world.size()));
    }

    @Override
    public final synchronized Endpoint openWorld() {
        MpiLibrary library = context.library();
        int[] everybody = IntStream.range(0, world.size()).toArray();
        Lock lock = library.newLock();
        try {
            new Gathering(world, lock, () -> {}, everybody).await(0, Gathering.PATIENCE_NANOS);
            MpiCommunicator own = world.part(everybody, 0);
            return MpiEndpoint.open(context, own, Nodes.of(own, context.host(), library.newLock()));
        } catch (MpiFailure failure) {
            throw Failures.of(failure, "opening the world of " + world.size() + " ranks");
        }
    }

    /** Closes all endpoints; for when the service ends. */
    public final void closeAll() {
        context.open().forEach(MpiEndpoint::close);
    }

    @Override
    public final boolean carriesThreads() {
        return false;
    }

    @Override
    public final List<Endpoint> openThreads(int size) {
        throw new IcclException(
                ResultCode.NOT_SUPPORTED, "MPI ranks are processes; the local backend carries ranks of one process");
    }

    @Override
    public final boolean carriesRendezvous() {
        return false;
    }

    @Override
    public final Endpoint openRendezvous(UniqueId id, int rank, int size, long timeoutNanos) {
        throw new IcclException(
                ResultCode.NOT_SUPPORTED, "MPI knows only the ranks that its launcher started; start with icclrun");
    }
}
