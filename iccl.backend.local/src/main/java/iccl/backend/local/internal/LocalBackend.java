package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.UniqueId;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Placement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;

/** Ranks on one machine, through shared memory. {@link LocalProbe} enables it. */
@Component(
        name = LocalBackend.COMPONENT,
        service = Backend.class,
        enabled = false,
        property = {Backend.NAME + "=" + LocalBackend.NAME, "service.ranking:Integer=0"})
@Capability(namespace = Backend.NAME, attribute = Backend.NAME + "=" + LocalBackend.NAME)
public final class LocalBackend implements Backend {
    static final String COMPONENT = "iccl.backend.local";
    static final String NAME = "local";

    private final HostPlatform host;
    private final Set<LocalEndpoint> open = ConcurrentHashMap.newKeySet();
    private volatile Options options;
    private volatile boolean stopped;

    @Activate
    public LocalBackend(@Reference HostPlatform host, Map<String, Object> configuration) {
        this(host, Options.of(configuration));
    }

    /** Holds for what is opened from now on. */
    @Modified
    void configure(Map<String, Object> configuration) {
        options = Options.of(configuration);
    }

    LocalBackend(HostPlatform host, Options options) {
        this.host = host;
        this.options = options;
    }

    /** The platform may go away next; nothing of ours may be in its memory then. */
    @Deactivate
    void closeAll() {
        stopped = true;
        open.forEach(LocalEndpoint::close);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String version() {
        return "shared memory";
    }

    @Override
    public Optional<Placement> world() {
        return World.placement(options);
    }

    @Override
    public Endpoint openWorld() {
        Placement place = world().orElseThrow(() -> new IcclException(
                ResultCode.INVALID_USAGE,
                "no launcher made a world for the local backend; start the program with icclrun -l none"));
        FileSegments segments = new FileSegments(host, SharedDirectory.of(options));
        return new Membership(segments, World.NAME, "the world", place.rank(), place.size(), options.patienceNanos())
                .join(settings(), this::checkStarted);
    }

    @Override
    public boolean carriesThreads() {
        return true;
    }

    @Override
    public List<Endpoint> openThreads(int size) {
        checkStarted();
        if (size < 1) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "a group has at least one rank, not " + size);
        }
        ThreadSegments segments = new ThreadSegments(host);
        Settings settings = settings();
        List<Endpoint> endpoints = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            Membership member =
                    new Membership(segments, "threads", "this process's ranks", rank, size, options.patienceNanos());
            Segment segment = member.enter(settings, new Deadline(member.patienceNanos()));
            endpoints.add(member.endpoint(settings, segment));
        }
        return endpoints;
    }

    @Override
    public boolean carriesRendezvous() {
        return true;
    }

    @Override
    public Endpoint openRendezvous(UniqueId id, int rank, int size, long timeoutNanos) {
        if (size < 1 || rank < 0 || rank >= size) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "there is no rank " + rank + " in a group of " + size);
        }
        Path base = SharedDirectory.of(options);
        Sweeper.sweep(base, System.currentTimeMillis());
        return new Membership(
                        new FileSegments(host, base),
                        PartNames.named(id.toBytes()),
                        "the group with id " + id,
                        rank,
                        size,
                        timeoutNanos)
                .join(settings(), this::checkStarted);
    }

    private Settings settings() {
        return new Settings(host, options.ringBytes(), this::opened, open::remove);
    }

    private void opened(LocalEndpoint endpoint) {
        open.add(endpoint);
        if (stopped) {
            endpoint.close();
        }
    }

    private void checkStarted() {
        if (stopped) {
            throw new IcclException(ResultCode.INVALID_USAGE, "the local backend was stopped; get the new one");
        }
    }
}
