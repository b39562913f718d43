package iccl.kernel.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.Placement;
import java.util.List;
import java.util.Optional;

/** One rank's backend in a launched world whose endpoints somebody else made. */
record LaunchedBackend(Endpoint endpoint) implements Backend {
    @Override
    public String name() {
        return "launched";
    }

    @Override
    public String version() {
        return "1";
    }

    @Override
    public Optional<Placement> world() {
        return Optional.of(new Placement(endpoint.rank(), endpoint.size()));
    }

    @Override
    public Endpoint openWorld() {
        return endpoint;
    }

    @Override
    public boolean carriesThreads() {
        return false;
    }

    @Override
    public List<Endpoint> openThreads(int size) {
        throw new IcclException(ResultCode.INVALID_USAGE, "carries no threads");
    }

    @Override
    public boolean carriesRendezvous() {
        return false;
    }

    @Override
    public Endpoint openRendezvous(UniqueId id, int rank, int size, long timeoutNanos) {
        throw new IcclException(ResultCode.INVALID_USAGE, "carries no rendezvous");
    }
}
