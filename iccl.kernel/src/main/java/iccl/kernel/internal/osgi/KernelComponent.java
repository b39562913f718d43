package iccl.kernel.internal.osgi;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.MemorySpace;
import iccl.api.Stream;
import iccl.api.UniqueId;
import iccl.kernel.internal.bootstrap.Library;
import iccl.kernel.internal.config.Configuration;
import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Tunables;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/**
 * Publishes the library. It stays registered while backends and platforms come and go; the {@link Library} is told of
 * each.
 */
@Component(
        name = Configuration.PID,
        service = {Iccl.class, Tunables.class},
        property = "service.ranking:Integer=100",
        immediate = true,
        configurationPid = Configuration.PID,
        configurationPolicy = ConfigurationPolicy.OPTIONAL)
public final class KernelComponent implements Iccl, Tunables {
    private final Configuration configuration;
    private final Library library;

    @Activate
    public KernelComponent(BundleContext context, Map<String, Object> properties) {
        this(
                new Configuration(context::getProperty, System::getenv),
                context.getBundle().getVersion().toString());
        configuration.update(properties);
    }

    /** For use without OSGi: whoever makes it plays the container. */
    public KernelComponent(Configuration configuration, String version) {
        this.configuration = configuration;
        this.library = new Library(configuration, version);
    }

    @Modified
    public void modified(Map<String, Object> properties) {
        configuration.update(properties);
    }

    @Deactivate
    public void deactivate() {
        library.close();
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindBackend(Backend backend, Map<String, Object> properties) {
        library.put(backend, properties);
    }

    public void updatedBackend(Backend backend, Map<String, Object> properties) {
        library.put(backend, properties);
    }

    public void unbindBackend(Backend backend) {
        library.remove(backend);
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindPlatform(Platform platform, Map<String, Object> properties) {
        library.put(platform, properties);
    }

    public void updatedPlatform(Platform platform, Map<String, Object> properties) {
        library.put(platform, properties);
    }

    public void unbindPlatform(Platform platform) {
        library.remove(platform);
    }

    /** Reluctant: a second host platform must not take the memory away from communicators that work. */
    @Reference(
            cardinality = ReferenceCardinality.OPTIONAL,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.RELUCTANT)
    public void bindHost(HostPlatform host) {
        library.putHost(host);
    }

    public void unbindHost(HostPlatform host) {
        library.removeHost(host);
    }

    @Reference(
            cardinality = ReferenceCardinality.MULTIPLE,
            policy = ReferencePolicy.DYNAMIC,
            policyOption = ReferencePolicyOption.GREEDY)
    public void bindProbe(Probe probe) {
        library.put(probe);
    }

    public void unbindProbe(Probe probe) {
        library.remove(probe);
    }

    @Override
    public List<Entry> list() {
        return configuration.list();
    }

    @Override
    public String version() {
        return library.version();
    }

    @Override
    public Communicator world() {
        return library.world();
    }

    @Override
    public List<Communicator> commInitAll(int size) {
        return library.commInitAll(size);
    }

    @Override
    public UniqueId getUniqueId() {
        return library.getUniqueId();
    }

    @Override
    public Communicator commInitRank(int size, UniqueId id, int rank) {
        return library.commInitRank(size, id, rank);
    }

    @Override
    public void groupStart() {
        library.groupStart();
    }

    @Override
    public void groupEnd() {
        library.groupEnd();
    }

    @Override
    public Buffer memAlloc(long bytes) {
        return library.memAlloc(bytes);
    }

    @Override
    public Buffer memAlloc(long bytes, MemorySpace space) {
        return library.memAlloc(bytes, space);
    }

    @Override
    public void copy(Buffer to, Buffer from) {
        library.copy(to, from);
    }

    @Override
    public void memFree(Buffer buffer) {
        library.memFree(buffer);
    }

    @Override
    public Buffer wrap(ByteBuffer direct) {
        return library.wrap(direct);
    }

    @Override
    public Buffer wrap(long address, long bytes) {
        return library.wrap(address, bytes);
    }

    @Override
    public Stream createStream() {
        return library.createStream();
    }
}
