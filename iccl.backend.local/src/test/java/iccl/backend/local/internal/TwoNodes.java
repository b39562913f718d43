package iccl.backend.local.internal;

import iccl.api.UniqueId;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.Placement;
import iccl.kernel.testkit.ForwardingEndpoint;
import java.util.List;
import java.util.Optional;

/** A backend whose ranks are said to be on two machines: the lower half and the upper half. */
record TwoNodes(Backend local) implements Backend {
    /** An end that says so. */
    private static final class End extends ForwardingEndpoint {
        End(Endpoint local) {
            super(local);
        }

        @Override
        public int nodeOf(int rank) {
            return rank < size() / 2 ? 0 : size() / 2;
        }
    }

    @Override
    public String name() {
        return local.name();
    }

    @Override
    public String version() {
        return local.version();
    }

    @Override
    public Optional<Placement> world() {
        return local.world();
    }

    @Override
    public Endpoint openWorld() {
        return new End(local.openWorld());
    }

    @Override
    public boolean carriesThreads() {
        return local.carriesThreads();
    }

    @Override
    public List<Endpoint> openThreads(int size) {
        return local.openThreads(size).stream().<Endpoint>map(End::new).toList();
    }

    @Override
    public boolean carriesRendezvous() {
        return local.carriesRendezvous();
    }

    @Override
    public Endpoint openRendezvous(UniqueId id, int rank, int size, long timeoutNanos) {
        return new End(local.openRendezvous(id, rank, size, timeoutNanos));
    }
}
