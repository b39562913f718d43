package iccl.platform.cpu.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.api.Datatype;
import iccl.api.MemorySpace;
import iccl.api.ReductionOp;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.util.tracker.ServiceTracker;

/** The built bundle in Felix: its library comes by Bundle-NativeCode, and a fresh one with each update. */
@Timeout(60)
class CpuBundleIT {
    private static final String BUNDLE = "file:" + System.getProperty("iccl.test.bundle");
    private static final long PATIENCE_MILLIS = 20_000;

    private Path storage;
    private Framework framework;
    private Bundle bundle;

    @BeforeEach
    void start(@TempDir Path folder) throws BundleException {
        storage = folder;
        framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        storage.toString(),
                        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                        // The bundle was built with these very packages: any version that it asks for is theirs.
                        "iccl.api;version=1.99,iccl.kernel.port;version=1.99,org.slf4j;version=1.7.36"));
        framework.start();
        for (Class<?> part : new Class<?>[] {
            org.osgi.util.function.Function.class,
            org.osgi.util.promise.Promise.class,
            org.osgi.service.component.ComponentContext.class,
            org.apache.felix.scr.info.ScrInfo.class
        }) {
            URL place = part.getProtectionDomain().getCodeSource().getLocation();
            framework.getBundleContext().installBundle(place.toString()).start();
        }
        bundle = framework.getBundleContext().installBundle(BUNDLE);
    }

    @AfterEach
    void stop() throws BundleException, InterruptedException {
        System.clearProperty(Isa.PROPERTY);
        framework.stop();
        framework.waitForStop(PATIENCE_MILLIS);
    }

    @Test
    void shouldServeTheHostWithNoClassOfJavaCpp() throws Exception {
        bundle.start();
        ServiceReference<HostPlatform> reference = reference(HostPlatform.class);
        assertEquals("cpu", reference.getProperty(Platform.NAME));
        assertEquals(reference, reference(Platform.class));
        assertEquals(Verdict.Status.AVAILABLE, service(Probe.class).verdict().status());
        work(service(HostPlatform.class));
        assertThrows(ClassNotFoundException.class, () -> bundle.loadClass("org.bytedeco.javacpp.Loader"));
    }

    @Test
    void shouldGoAndComeBack() throws Exception {
        for (int round = 0; round < 3; round++) {
            bundle.start();
            work(service(HostPlatform.class));
            bundle.stop();
            assertNull(context().getServiceReference(HostPlatform.class));
            assertNull(context().getServiceReference(Probe.class));
        }
    }

    @Test
    void shouldWorkAfterUpdatesWhileTheOldOneIsStillUsed() throws Exception {
        bundle.start();
        HostPlatform old = service(HostPlatform.class);
        work(old); // an updated bundle loads no more classes of its old revision
        for (int round = 1; round <= 3; round++) {
            long librariesBefore = mappedLibraries();
            try (InputStream next = new URL(BUNDLE).openStream()) {
                bundle.update(next);
            }
            work(service(HostPlatform.class));
            assertEquals(librariesBefore + 1, mappedLibraries(), "one more library after update " + round);
            work(old);
        }
    }

    @Test
    void shouldPublishWhyItIsUnavailable() throws Exception {
        System.setProperty(Isa.PROPERTY, "mmx");
        bundle.start();
        assertEquals(Verdict.Status.UNAVAILABLE, service(Probe.class).verdict().status());
        assertNull(context().getServiceReference(HostPlatform.class));
    }

    private static void work(HostPlatform host) {
        long address = host.allocate(MemorySpace.HOST, 8);
        host.view(address, 8).putInt(0, 40).putInt(4, 2);
        host.fold(Datatype.INT32, ReductionOp.SUM, address, new long[] {address, address + 4}, 2, 1);
        assertEquals(42, host.view(address, 4).getInt(0));
        host.free(MemorySpace.HOST, address);
    }

    /** The libraries from this framework's storage that the process has mapped. */
    private long mappedLibraries() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains(storage + "/") && line.contains("r-xp"))
                    .count();
        }
    }

    private BundleContext context() {
        return framework.getBundleContext();
    }

    private <T> T service(Class<T> type) throws InterruptedException {
        return context().getService(reference(type));
    }

    private <T> ServiceReference<T> reference(Class<T> type) throws InterruptedException {
        ServiceTracker<T, T> tracker = new ServiceTracker<>(context(), type, null);
        tracker.open();
        try {
            assertNotNull(tracker.waitForService(PATIENCE_MILLIS), "no service " + type.getName());
            return tracker.getServiceReference();
        } finally {
            tracker.close();
        }
    }
}
