package iccl.kernel.internal.bootstrap;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.api.Stream;
import iccl.api.UniqueId;
import iccl.kernel.internal.communicator.Blueprint;
import iccl.kernel.internal.config.Configuration;
import iccl.kernel.internal.group.Groups;
import iccl.kernel.internal.memory.DeviceMemory;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.internal.stream.Streams;
import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The library, put together from its parts; told by whoever holds it which backends and platforms there are. */
public final class Library implements Iccl {
    private final String version;
    private final PortDirectory directory = new PortDirectory();
    private final HostSlot hosts = new HostSlot(directory);
    private final DeviceSlot devices;
    private final OpenCommunicators communicators;
    private final Groups groups = new Groups();
    private final Streams streams = new Streams();
    private final World world;
    private final Founder founder;
    private volatile boolean closed;

    public Library(Configuration configuration, String version) {
        this.version = version;
        devices = new DeviceSlot(directory, hosts, configuration::settings);
        communicators = new OpenCommunicators(directory, hosts, devices);
        Blueprint.Shared shared = new Blueprint.Shared(groups, configuration::settings, communicators, devices::choose);
        world = new World(directory, hosts, shared, configuration::environment);
        founder = new Founder(directory, hosts, shared, world);
    }

    /** A backend comes or has other properties. */
    public void put(Backend backend, Map<String, ?> properties) {
        directory.backends().put(backend, properties);
    }

    /** A backend goes; when it returns, nothing here uses it any more. */
    public void remove(Backend backend) {
        directory.backends().remove(backend);
        communicators.lose(backend, "backend " + backend.name());
    }

    public void put(Platform platform, Map<String, ?> properties) {
        directory.platforms().put(platform, properties);
    }

    /** A platform goes; when it returns, nothing here uses it any more. */
    public void remove(Platform platform) {
        directory.platforms().remove(platform);
        DeviceMemory memory = devices.remove(platform);
        if (memory != null) {
            communicators.lose(memory, "platform " + memory.platformName());
            memory.leave();
        }
    }

    public void putHost(HostPlatform host) {
        hosts.add(host);
    }

    /** The host platform goes; when it returns, nothing here uses it any more. */
    public void removeHost(HostPlatform host) {
        HostMemory memory = hosts.remove(host);
        if (memory != null) {
            communicators.lose(memory, "platform " + memory.platformName());
            memory.leave();
        }
    }

    public void put(Probe probe) {
        directory.add(probe);
    }

    public void remove(Probe probe) {
        directory.remove(probe);
    }

    /** Ends everything that was made: communicators, streams and their threads, memory. Idempotent. */
    public void close() {
        closed = true;
        communicators.shutDown();
        streams.shutDown();
        devices.close();
        hosts.close();
    }

    private void ensureOpen() {
        if (closed) {
            throw OpenCommunicators.libraryStopped();
        }
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public Communicator world() {
        ensureOpen();
        return world.agreed();
    }

    @Override
    public List<Communicator> commInitAll(int size) {
        ensureOpen();
        return founder.initAll(size);
    }

    @Override
    public UniqueId getUniqueId() {
        ensureOpen();
        return founder.newId();
    }

    @Override
    public Communicator commInitRank(int size, UniqueId id, int rank) {
        ensureOpen();
        groups.ensureNone("commInitRank");
        checkNotNull(id, "commInitRank: id");
        return founder.initRank(size, id, rank);
    }

    @Override
    public void groupStart() {
        groups.start();
    }

    @Override
    public void groupEnd() {
        groups.end();
    }

    @Override
    public Buffer memAlloc(long bytes) {
        ensureOpen();
        return hosts.current().allocate(bytes);
    }

    @Override
    public Buffer memAlloc(long bytes, MemorySpace space) {
        ensureOpen();
        checkNotNull(space, "memAlloc: space");
        return space == MemorySpace.HOST
                ? hosts.current().allocate(bytes)
                : device("memAlloc").allocate(bytes, space);
    }

    /** The device of this process; all ranks of a launched world choose together. */
    private DeviceMemory device(String what) {
        DeviceMemory known = devices.current();
        if (known == null) {
            known = world.placement().isPresent() ? world.communicator().device() : chooseAlone();
        }
        if (known == null) {
            throw directory.missing(what + ": this process has no device (see iccl.platform)");
        }
        return known;
    }

    private @Nullable DeviceMemory chooseAlone() {
        directory.awaitSettled();
        return devices.choose(0);
    }

    @Override
    public void copy(Buffer to, Buffer from) {
        ensureOpen();
        checkNotNull(to, "copy: to");
        checkNotNull(from, "copy: from");
        new Copies(hosts, devices).copy(to, from);
    }

    @Override
    public void memFree(Buffer buffer) {
        checkNotNull(buffer, "memFree: buffer");
        HostMemory.free(buffer);
    }

    @Override
    public Buffer wrap(ByteBuffer direct) {
        ensureOpen();
        checkNotNull(direct, "wrap: direct");
        return hosts.current().wrap(direct);
    }

    @Override
    public Buffer wrap(long address, long bytes) {
        ensureOpen();
        Buffer onHost = hosts.current().wrap(address, bytes);
        DeviceMemory device = devices.current();
        return device != null && device.holds(address) ? device.wrap(address, bytes) : onHost;
    }

    @Override
    public Stream createStream() {
        ensureOpen();
        return streams.create();
    }

    /** Programs are not checked by our compiler. */
    private static void checkNotNull(@Nullable Object argument, String name) {
        if (argument == null) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, name + " is null");
        }
    }
}
