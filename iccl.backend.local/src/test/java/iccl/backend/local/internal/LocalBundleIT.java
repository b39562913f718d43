package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Backend;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import iccl.kernel.testkit.CheckedMemory;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
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
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.util.tracker.ServiceTracker;

/** The built bundle in Felix: the probe is always there, the backend only with a host. */
@Timeout(60)
class LocalBundleIT {
    private static final String BUNDLE = "file:" + System.getProperty("iccl.test.bundle");
    private static final long PATIENCE_MILLIS = 20_000;

    private final CheckedMemory memory = new CheckedMemory();
    private Framework framework;
    private Bundle bundle;

    @BeforeEach
    void start(@TempDir Path folder) throws BundleException {
        framework = ServiceLoader.load(FrameworkFactory.class)
                .findFirst()
                .orElseThrow()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        folder.toString(),
                        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
                        // The bundle was built with these very packages: any version that it asks for is theirs.
                        "iccl.api;version=1.99,iccl.kernel.port;version=1.99,org.slf4j;version=1.7.36"));
        framework.start();
        for (Class<?> part : List.of(
                org.osgi.util.function.Function.class,
                org.osgi.util.promise.Promise.class,
                org.osgi.service.component.ComponentContext.class,
                org.apache.felix.scr.info.ScrInfo.class)) {
            String place =
                    part.getProtectionDomain().getCodeSource().getLocation().toString();
            context().installBundle(place).start();
        }
        bundle = context().installBundle(BUNDLE);
        bundle.start();
    }

    @AfterEach
    void stop() throws BundleException, InterruptedException {
        framework.stop();
        framework.waitForStop(PATIENCE_MILLIS);
        memory.assertNothingLeaked();
    }

    @Test
    void shouldServeWhenThereIsAHost() throws Exception {
        Verdict verdict = context().getService(await(Probe.class)).verdict();
        assertEquals(Verdict.Status.AVAILABLE, verdict.status(), verdict.toString());
        assertNull(context().getServiceReference(Backend.class), "not without a host");
        ServiceRegistration<HostPlatform> host = context().registerService(HostPlatform.class, memory, null);
        ServiceReference<Backend> reference = await(Backend.class);
        assertEquals(LocalBackend.NAME, reference.getProperty(Backend.NAME));
        assertEquals(0, reference.getProperty(Constants.SERVICE_RANKING));
        Endpoint endpoint = context().getService(reference).openThreads(2).get(1);
        assertEquals(2, endpoint.size());
        host.unregister();
        assertNull(context().getServiceReference(Backend.class), "not without a host any more");
        assertClosed(endpoint);
    }

    @Test
    void shouldCloseWhatIsOpenWhenItIsStopped() throws Exception {
        context().registerService(HostPlatform.class, memory, null);
        for (int round = 0; round < 3; round++) {
            Backend backend = context().getService(await(Backend.class));
            Endpoint endpoint = backend.openThreads(1).get(0);
            bundle.stop();
            assertClosed(endpoint);
            assertThrows(IcclException.class, () -> backend.openThreads(1));
            assertNull(context().getServiceReference(Probe.class));
            bundle.start();
        }
    }

    private static void assertClosed(Endpoint endpoint) {
        IcclException failure = assertThrows(IcclException.class, () -> endpoint.send(0, 1, 0, 0));
        assertEquals(ResultCode.INVALID_USAGE, failure.code());
    }

    private BundleContext context() {
        return framework.getBundleContext();
    }

    private <T> ServiceReference<T> await(Class<T> type) throws InterruptedException {
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
