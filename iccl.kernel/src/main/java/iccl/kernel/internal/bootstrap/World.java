package iccl.kernel.internal.bootstrap;

import iccl.api.IcclException;
import iccl.kernel.internal.communicator.Blueprint;
import iccl.kernel.internal.communicator.RankCommunicator;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.Placement;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The world: the communicator of all ranks that the launcher started, made at the first call. It is the same until what
 * it stands on goes away.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class World {
    private final PortDirectory directory;
    private final HostSlot hosts;
    private final Blueprint.Shared shared;
    private final Function<String, @Nullable String> environment;
    private @Nullable RankCommunicator communicator;
    private @Nullable RankCommunicator agreed;
    private @Nullable MeetingPoint meetingPoint;

    public World(
            PortDirectory directory,
            HostSlot hosts,
            Blueprint.Shared shared,
            Function<String, @Nullable String> environment) {
        this.directory = directory;
        this.hosts = hosts;
        this.shared = shared;
        this.environment = environment;
    }

    /** See {@link iccl.api.Iccl#world}; returns when all ranks have asked. */
    public synchronized RankCommunicator agreed() {
        RankCommunicator known = communicator();
        if (known != agreed) {
            known.agree();
            agreed = known;
        }
        return known;
    }

    /** The same, perhaps before the ranks have agreed on how to use it: for messages of the kernel's own. */
    public synchronized RankCommunicator communicator() {
        RankCommunicator known = communicator;
        if (known == null || known.isLost()) {
            known = open();
            communicator = known;
            meetingPoint = null;
        }
        return known;
    }

    /** Where the world's ranks find each other for other communicators. */
    synchronized MeetingPoint meetingPoint() {
        RankCommunicator world = communicator();
        MeetingPoint point = meetingPoint;
        if (point == null) {
            point = new MeetingPoint(world);
            meetingPoint = point;
        }
        return point;
    }

    /** The backend whose launched world this process belongs to, if there is one. */
    Optional<Backend> launchedBy() {
        String wish = shared.settings().get().backend();
        return directory.backends().list().stream()
                .filter(backend -> wish.equals(Settings.AUTO) || wish.equals(backend.name()))
                .filter(backend -> backend.world().isPresent())
                .findFirst();
    }

    /** This process's place in the launched world, if there is one. */
    Optional<Placement> placement() {
        return launchedBy().flatMap(Backend::world);
    }

    private RankCommunicator open() {
        directory.awaitSettled();
        Settings settings = shared.settings().get();
        directory.checkPlatform(settings);
        HostMemory memory = hosts.current();
        String trace = LaunchTrace.find(environment);
        if (trace != null) {
            PortDirectory.await(() -> launchedBy().isPresent());
        }
        Optional<Backend> launched = launchedBy();
        if (launched.isPresent()) {
            return open(launched.get(), launched.get().openWorld(), memory);
        }
        List<Backend> candidates = directory.candidates(settings);
        if (trace != null) {
            throw directory.missing("this process was started as one of several ranks (" + trace
                    + "), but no backend here carries their world");
        }
        return openAlone(candidates, settings, memory);
    }

    private RankCommunicator openAlone(List<Backend> candidates, Settings settings, HostMemory memory) {
        for (Backend backend : candidates) {
            if (backend.carriesThreads()) {
                return open(backend, backend.openThreads(1).get(0), memory);
            }
        }
        if (!settings.backend().equals(Settings.AUTO)) {
            throw noWorld(settings);
        }
        return open(SelfBackend.INSTANCE, SelfBackend.INSTANCE.open(memory.host()), memory);
    }

    private IcclException noWorld(Settings settings) {
        return directory.missing("iccl.backend asks for '" + settings.backend()
                + "', which has no world in this process: start it with its launcher");
    }

    private RankCommunicator open(Backend backend, Endpoint endpoint, HostMemory memory) {
        return shared.registry().open(new Blueprint("world", backend, endpoint, memory, true, shared));
    }
}
