package iccl.itest.container;

import static iccl.itest.container.Services.awaitBackend;
import static iccl.itest.container.Services.bundle;
import static iccl.itest.container.Services.context;
import static iccl.itest.container.Services.service;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Verdict;
import iccl.kernel.testkit.MemoryBackend;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.After;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.ProbeBuilder;
import org.ops4j.pax.exam.TestProbeBuilder;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;

/** Bundles come and go while the container runs and communicators work. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class HotPlugIT {
    private static final long SOON_MILLIS = 1000;
    private static final long PATIENCE_MILLIS = 10_000;

    @Configuration
    public static Option[] container() {
        return new Option[] {Installation.container()};
    }

    @ProbeBuilder
    public static TestProbeBuilder probe(TestProbeBuilder builder) {
        builder.setHeader("Service-Component", "OSGI-INF/application.xml");
        return builder;
    }

    /** A test that failed leaves the others what they need. */
    @After
    public void startEverything() throws BundleException {
        bundle("iccl.platform.cpu").start();
        bundle("iccl.backend.local").start();
    }

    @Test(timeout = 60_000)
    public void shouldStartEveryBundle() {
        for (Bundle bundle : context().getBundles()) {
            boolean isFragment = bundle.getHeaders().get("Fragment-Host") != null;
            assertEquals(bundle.getSymbolicName(), isFragment ? Bundle.RESOLVED : Bundle.ACTIVE, bundle.getState());
        }
    }

    @Test(timeout = 60_000)
    public void shouldPublishEveryVerdict() throws Exception {
        Set<String> names = new TreeSet<>();
        for (ServiceReference<Probe> reference : context().getServiceReferences(Probe.class, null)) {
            Verdict verdict = context().getService(reference).verdict();
            names.add(verdict.name());
            assertFalse(verdict + " has no reason", verdict.reason().isBlank());
            boolean isHere = verdict.name().equals("cpu") || verdict.name().equals("local");
            assertEquals(verdict.toString(), isHere, verdict.status() == Verdict.Status.AVAILABLE);
            assertTrue(verdict + " has no remedy", isHere || !verdict.remedy().isBlank());
        }
        assertEquals(
                Set.of("cpu", "local", "mpich", "openmpi", "nvidia", "metax", "cambricon", "moore", "iluvatar"), names);
    }

    @Test(timeout = 60_000)
    public void shouldServeAComponent() {
        assertEquals(3, service(Application.class).count(3));
    }

    @Test(timeout = 120_000)
    public void shouldLeaveOthersAloneWhenABackendGoes() throws Exception {
        Iccl iccl = service(Iccl.class);
        Bundle local = bundle("iccl.backend.local");
        ServiceRegistration<Backend> memory = registerMemoryBackend(1_000_000);
        try {
            List<Communicator> others = iccl.commInitAll(2);
            assertEquals("memory", others.get(0).backend());
            memory.setProperties(properties(-1_000_000));
            try (Traffic traffic = new Traffic(iccl, others)) {
                traffic.awaitRounds(5);
                failsSoon(iccl, local::stop, "local");
                traffic.awaitRounds(20);
                assertEquals("the library's service was exchanged", iccl, service(Iccl.class));
                assertEquals("memory", newCommunicatorsWork(iccl));

                local.start();
                awaitCommunicatorsOver("local", iccl);
                traffic.awaitRounds(20);

                failsSoon(iccl, () -> update(local), "local");
                awaitCommunicatorsOver("local", iccl);
                traffic.awaitRounds(20);
            }
            others.forEach(Communicator::close);
        } finally {
            memory.unregister();
        }
        assertEquals(4, service(Application.class).count(4));
    }

    @Test(timeout = 120_000)
    public void shouldComeBackWithThePlatform() throws Exception {
        Bundle cpu = bundle("iccl.platform.cpu");
        for (int round = 0; round < 3; round++) {
            boolean isUpdate = round > 0;
            failsSoon(
                    service(Iccl.class),
                    () -> {
                        if (isUpdate) {
                            update(cpu);
                        } else {
                            cpu.stop();
                        }
                    },
                    // Backend local stands on the platform and goes with it; which of the two is told of first is open.
                    "cpu|local");
            cpu.start();
            Waiting.until("platform cpu", PATIENCE_MILLIS, () -> context().getServiceReference(HostPlatform.class));
            awaitBackend("local");
            awaitCommunicatorsOver("local", service(Iccl.class));
            assertEquals(2, service(Application.class).count(2));
        }
    }

    /** What waits when the bundle goes fails within a second and says why; so does what comes later. */
    private void failsSoon(Iccl iccl, Change change, String name) throws Exception {
        List<Communicator> ranks = iccl.commInitAll(2);
        try (Traffic before = new Traffic(iccl, ranks)) {
            before.awaitRounds(3);
        }
        long[] failedAt = new long[1];
        IcclException[] failure = new IcclException[1];
        Thread waiting = new Thread(
                () -> {
                    try {
                        ranks.get(0).barrier(null);
                    } catch (IcclException e) {
                        failure[0] = e;
                        failedAt[0] = System.currentTimeMillis();
                    }
                },
                "waiting-rank");
        waiting.start();
        Waiting.sleep(100);
        long before = System.currentTimeMillis();
        change.make();
        Waiting.join(waiting, 2 * SOON_MILLIS);
        assertNotNull("the waiting operation did not fail", failure[0]);
        assertTrue("failed after " + (failedAt[0] - before) + " ms", failedAt[0] - before <= SOON_MILLIS);
        assertIsClear(failure[0], name);
        try {
            ranks.get(1).barrier(null);
            throw new AssertionError("an operation without its bundle succeeded");
        } catch (IcclException later) {
            assertIsClear(later, name);
        }
        ranks.forEach(Communicator::close);
    }

    private static void assertIsClear(IcclException failure, String name) {
        assertTrue(
                failure.describe(),
                Set.of(ResultCode.INVALID_USAGE, ResultCode.REMOTE_ERROR, ResultCode.NOT_SUPPORTED)
                        .contains(failure.code()));
        assertTrue(failure.describe(), failure.describe().matches(".*\\b(" + name + ")\\b.*"));
    }

    private interface Change {
        void make() throws BundleException, IOException;
    }

    private static void update(Bundle bundle) throws BundleException, IOException {
        try (InputStream content = Files.newInputStream(Installation.jar(bundle.getSymbolicName()))) {
            bundle.update(content);
        }
    }

    /** A bundle is started before its services have reached everybody. */
    private void awaitCommunicatorsOver(String backend, Iccl iccl) {
        Waiting.until("communicators over " + backend, PATIENCE_MILLIS, () -> {
            String name = newCommunicatorsWork(iccl);
            return name.equals(backend) ? name : null;
        });
    }

    private String newCommunicatorsWork(Iccl iccl) {
        List<Communicator> ranks = iccl.commInitAll(3);
        try (Traffic traffic = new Traffic(iccl, ranks)) {
            traffic.awaitRounds(5);
        }
        String backend = ranks.get(0).backend();
        ranks.forEach(Communicator::close);
        return backend;
    }

    private ServiceRegistration<Backend> registerMemoryBackend(int ranking) {
        return context()
                .registerService(
                        Backend.class, new MemoryBackend("memory", service(HostPlatform.class)), properties(ranking));
    }

    private static Dictionary<String, Object> properties(int ranking) {
        return FrameworkUtil.asDictionary(Map.of(Backend.NAME, "memory", "service.ranking", ranking));
    }
}
