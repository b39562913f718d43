package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Placement;
import java.util.List;
import java.util.Optional;

/** Carries one rank that talks to itself, where no backend is needed. */
final class SelfBackend implements Backend {
    static final SelfBackend INSTANCE = new SelfBackend();

    private SelfBackend() {}

    @Override
    public String name() {
        return "self";
    }

    @Override
    public String version() {
        return "part of the kernel";
    }

    @Override
    public Optional<Placement> world() {
        return Optional.empty();
    }

    @Override
    public Endpoint openWorld() {
        throw refused("has no world");
    }

    @Override
    public boolean carriesThreads() {
        return false;
    }

    @Override
    public List<Endpoint> openThreads(int size) {
        throw refused("carries no threads");
    }

    @Override
    public boolean carriesRendezvous() {
        return false;
    }

    @Override
    public Endpoint openRendezvous(UniqueId id, int rank, int size, long timeoutNanos) {
        throw refused("has no rendezvous");
    }

    /** The endpoint of a world of one. */
    Endpoint open(HostPlatform host) {
        return new SelfEndpoint(host);
    }

    private static IcclException refused(String what) {
        return new IcclException(ResultCode.INVALID_USAGE, "backend self " + what);
    }
}
