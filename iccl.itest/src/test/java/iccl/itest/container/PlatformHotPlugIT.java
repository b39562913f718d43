package iccl.itest.container;

import static iccl.itest.container.Services.awaitBackend;
import static iccl.itest.container.Services.bundle;
import static iccl.itest.container.Services.context;
import static iccl.itest.container.Services.service;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertTrue;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.Iccl;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ReductionOp;
import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.platform.simulation.SimulatedMachine;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

/** Platforms of accelerators come and go while communicators work, here with make-believe runtimes. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class PlatformHotPlugIT {
    private static final long PATIENCE_MILLIS = 20_000;
    private static final Map<String, String> FILES = Map.of(
            "nvidia", "libcudart.so.12",
            "metax", "libmcruntime.so",
            "cambricon", "libcnrt.so",
            "moore", "libmusart.so.4",
            "iluvatar", "libcudart.so.10.2");

    @Configuration
    public static Option[] container() {
        return new Option[] {Installation.container(), Installation.simulation()};
    }

    /** What a test does while the machine has devices. */
    private interface Work {
        void run() throws Exception;
    }

    /** Pax Exam runs the test's method in the container, and nothing before or after it. */
    private static void withDevices(Work work) throws Exception {
        Path folder = plug();
        try {
            work.run();
        } finally {
            unplug(folder);
        }
    }

    /** The bundles began on a machine without devices; now there are some. */
    private static Path plug() throws IOException {
        Path folder = Files.createTempDirectory("iccl-hot-plug-");
        SimulatedMachine machine = new SimulatedMachine(folder, SimulatedMachine.ALL.toArray(String[]::new));
        System.setProperty("iccl.hardware.root", machine.environment().get("ICCL_HARDWARE_ROOT"));
        for (String name : SimulatedMachine.ALL) {
            String file = Objects.requireNonNull(FILES.get(name));
            Path library = folder.resolve("own/" + name + "/" + file);
            SimulatedMachine.install(name, file, library);
            System.setProperty("iccl." + name + ".library", library.toString());
        }
        return folder;
    }

    private static void unplug(Path folder) throws IOException, BundleException {
        System.clearProperty("iccl.hardware.root");
        for (String name : SimulatedMachine.ALL) {
            System.clearProperty("iccl." + name + ".library");
            restart(bundle("iccl.platform." + name));
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void restart(Bundle bundle) throws BundleException {
        bundle.stop();
        bundle.start();
    }

    @Test(timeout = 120_000)
    public void shouldComeAndGoUnderTraffic() throws Exception {
        withDevices(PlatformHotPlugIT::comeAndGo);
    }

    private static void comeAndGo() throws Exception {
        Iccl iccl = service(Iccl.class);
        for (String name : SimulatedMachine.ALL) {
            Bundle bundle = bundle("iccl.platform." + name);
            List<Communicator> others = iccl.commInitAll(2);
            assertEquals("cpu", others.get(0).platform());
            try (Traffic traffic = new Traffic(iccl, others)) {
                traffic.awaitRounds(3);
                restart(bundle);
                awaitPlatform(name);
                traffic.awaitRounds(3);
                worksOnDevices(iccl, name);
                failsWith(iccl, name, bundle::stop);
                traffic.awaitRounds(3);

                bundle.start();
                awaitPlatform(name);
                worksOnDevices(iccl, name);
                failsWith(iccl, name, () -> update(bundle));
                awaitPlatform(name);
                worksOnDevices(iccl, name);
                bundle.stop();
                traffic.awaitRounds(3);
            }
            others.forEach(Communicator::close);
        }
        assertEquals(2, newHostCommunicator(iccl));
    }

    /** Uninstalled and installed again, from the same place; the class loader of what went can be collected. */
    @Test(timeout = 120_000)
    public void shouldLeaveNothingBehind() throws Exception {
        withDevices(PlatformHotPlugIT::replace);
    }

    private static void replace() throws Exception {
        Iccl iccl = service(Iccl.class);
        Bundle first = bundle("iccl.platform.nvidia");
        restart(first);
        awaitPlatform("nvidia");
        worksOnDevices(iccl, "nvidia");
        WeakReference<ClassLoader> loader =
                new WeakReference<>(first.adapt(BundleWiring.class).getClassLoader());
        String location = first.getLocation();
        int threads = Thread.activeCount();
        first.uninstall();
        refresh(first);
        Bundle second = context().installBundle(location);
        second.start();
        awaitPlatform("nvidia");
        worksOnDevices(iccl, "nvidia");
        assertTrue("threads: " + threads + ", now " + Thread.activeCount(), Thread.activeCount() <= threads + 2);
        first = null;
        Waiting.until("the old class loader was collected", PATIENCE_MILLIS, () -> {
            System.gc();
            return loader.get() == null ? Boolean.TRUE : null;
        });
    }

    private static void refresh(Bundle bundle) {
        Bundle system = context().getBundle(0);
        AtomicBoolean isDone = new AtomicBoolean();
        system.adapt(FrameworkWiring.class).refreshBundles(List.of(bundle), event -> isDone.set(true));
        Waiting.until("refreshed", PATIENCE_MILLIS, () -> isDone.get() ? Boolean.TRUE : null);
    }

    private static void update(Bundle bundle) throws BundleException, IOException {
        try (InputStream content = Files.newInputStream(Installation.jar(bundle.getSymbolicName()))) {
            bundle.update(content);
        }
    }

    private static void awaitPlatform(String name) {
        String filter = "(" + Platform.NAME + "=" + name + ")";
        try {
            Waiting.until("platform " + name, PATIENCE_MILLIS, () -> first(Platform.class, filter));
        } catch (AssertionError e) {
            Probe probe = first(Probe.class, filter);
            throw new AssertionError(e.getMessage() + "; " + (probe == null ? "no probe" : probe.verdict()));
        }
        awaitBackend("local");
    }

    private static <T> @Nullable T first(Class<T> type, String filter) {
        try {
            return context().getServiceReferences(type, filter).stream()
                    .findFirst()
                    .map(reference -> context().getService(reference))
                    .orElse(null);
        } catch (InvalidSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static int newHostCommunicator(Iccl iccl) {
        List<Communicator> ranks = iccl.commInitAll(2);
        String platform = ranks.get(0).platform();
        ranks.forEach(Communicator::close);
        assertEquals("cpu", platform);
        return ranks.size();
    }

    private static void worksOnDevices(Iccl iccl, String name) {
        List<Communicator> ranks = Waiting.until("communicators on " + name, PATIENCE_MILLIS, () -> {
            List<Communicator> made = iccl.commInitAll(2);
            if (made.get(0).platform().equals(name)) {
                return made;
            }
            made.forEach(Communicator::close);
            return null;
        });
        Buffer buffer = iccl.memAlloc(4, MemorySpace.DEVICE);
        Buffer other = iccl.memAlloc(4, MemorySpace.DEVICE);
        Buffer host = iccl.memAlloc(4);
        host.asByteBuffer().putInt(0, 21);
        iccl.copy(buffer, host);
        iccl.copy(other, host);
        iccl.groupStart();
        ranks.get(0).allReduce(buffer, buffer, 1, Datatype.INT32, ReductionOp.SUM, null);
        ranks.get(1).allReduce(other, other, 1, Datatype.INT32, ReductionOp.SUM, null);
        iccl.groupEnd();
        iccl.copy(host, other);
        assertEquals(42, host.asByteBuffer().getInt(0));
        List.of(buffer, other, host).forEach(iccl::memFree);
        ranks.forEach(Communicator::close);
    }

    private interface Change {
        void make() throws BundleException, IOException;
    }

    /** What stands on the platform fails within a second and says why; its memory is lost, not wrong. */
    private static void failsWith(Iccl iccl, String name, Change change) throws Exception {
        List<Communicator> ranks = iccl.commInitAll(2);
        Buffer lost = iccl.memAlloc(4, MemorySpace.DEVICE);
        IcclException[] failure = new IcclException[1];
        long[] failedAt = new long[1];
        Thread waiting = new Thread(() -> {
            try {
                ranks.get(0).allReduce(lost, lost, 1, Datatype.INT32, ReductionOp.SUM, null);
            } catch (IcclException e) {
                failure[0] = e;
                failedAt[0] = System.currentTimeMillis();
            }
        });
        waiting.start();
        Waiting.sleep(100);
        long before = System.currentTimeMillis();
        change.make();
        Waiting.join(waiting, 5000);
        assertNotNull("the waiting operation did not fail", failure[0]);
        assertTrue(failure[0].describe(), failure[0].describe().contains("platform " + name));
        assertTrue("failed after " + (failedAt[0] - before) + " ms", failedAt[0] - before <= 1000);
        try {
            iccl.copy(iccl.memAlloc(4), lost);
            throw new AssertionError("memory of a platform that went was copied");
        } catch (IcclException e) {
            assertFalse(e.describe(), e.describe().isEmpty());
        }
        iccl.memFree(lost);
        ranks.forEach(Communicator::close);
    }
}
