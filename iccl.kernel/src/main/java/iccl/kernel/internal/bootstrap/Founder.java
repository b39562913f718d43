package iccl.kernel.internal.bootstrap;

import iccl.api.Communicator;
import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import iccl.kernel.internal.communicator.Blueprint;
import iccl.kernel.internal.communicator.RankCommunicator;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.Placement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes communicators other than the world and its parts.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class Founder {
    private final PortDirectory directory;
    private final HostSlot hosts;
    private final Blueprint.Shared shared;
    private final World world;
    private final AtomicInteger made = new AtomicInteger();

    public Founder(PortDirectory directory, HostSlot hosts, Blueprint.Shared shared, World world) {
        this.directory = directory;
        this.hosts = hosts;
        this.shared = shared;
        this.world = world;
    }

    /** See {@link iccl.api.Iccl#commInitAll}. */
    public List<Communicator> initAll(int size) {
        checkSize("commInitAll", size);
        Settings settings = settle();
        HostMemory memory = hosts.current();
        Backend backend = directory.candidates(settings).stream()
                .filter(Backend::carriesThreads)
                .findFirst()
                .orElseThrow(() -> directory.missing("no backend here carries several ranks of one process"));
        String name = "threads" + made.incrementAndGet();
        List<Endpoint> endpoints = backend.openThreads(size);
        List<RankCommunicator> communicators = new ArrayList<>();
        try {
            for (Endpoint endpoint : endpoints) {
                communicators.add(
                        shared.registry().open(new Blueprint(name, backend, endpoint, memory, false, shared)));
            }
            RankCommunicator.join(communicators);
        } catch (RuntimeException e) {
            communicators.forEach(Communicator::close);
            endpoints.forEach(Endpoint::close);
            throw e;
        }
        return List.copyOf(communicators);
    }

    /** See {@link iccl.api.Iccl#getUniqueId}. */
    public UniqueId newId() {
        directory.awaitSettled();
        Optional<Placement> placement = world.placement();
        return Identity.create(placement.map(Placement::rank).orElse(Identity.OUTSIDE))
                .id();
    }

    /** See {@link iccl.api.Iccl#commInitRank}. */
    public Communicator initRank(int size, UniqueId id, int rank) {
        checkSize("commInitRank", size);
        if (rank < 0 || rank >= size) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "commInitRank: rank = " + rank + " is not a rank of " + size + "; they are 0 to " + (size - 1));
        }
        Identity identity = Identity.of(id);
        Settings settings = settle();
        Optional<Backend> launched = world.launchedBy();
        if (launched.isPresent() && !launched.get().carriesRendezvous()) {
            return initOverWorld(size, identity, rank, settings);
        }
        Backend backend = launched.or(() -> directory.candidates(settings).stream()
                        .filter(Backend::carriesRendezvous)
                        .findFirst())
                .orElseThrow(() -> directory.missing("no backend here lets processes find each other by a unique id"));
        long timeoutNs = settings.initTimeoutNs() == 0 ? Long.MAX_VALUE : settings.initTimeoutNs();
        HostMemory memory = hosts.current();
        Endpoint endpoint = backend.openRendezvous(id, rank, size, timeoutNs);
        return shared.registry()
                .open(new Blueprint(identity.name(), backend, endpoint, memory, false, shared))
                .agree();
    }

    private Communicator initOverWorld(int size, Identity identity, int rank, Settings settings) {
        RankCommunicator carrier = world.communicator();
        Endpoint endpoint = world.meetingPoint().meet(new Meeting(identity, size, rank), settings.initTimeoutNs());
        Blueprint origin = carrier.blueprint();
        return shared.registry()
                .open(new Blueprint(identity.name(), origin.backend(), endpoint, origin.memory(), false, shared))
                .agree();
    }

    private Settings settle() {
        directory.awaitSettled();
        Settings settings = shared.settings().get();
        directory.checkPlatform(settings);
        return settings;
    }

    private static void checkSize(String what, int size) {
        if (size < 1) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT, what + ": size = " + size + "; a communicator has at least one rank");
        }
    }
}
