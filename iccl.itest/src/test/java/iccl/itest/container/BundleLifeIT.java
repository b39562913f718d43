package iccl.itest.container;

import static iccl.itest.container.Services.bundle;
import static iccl.itest.container.Services.context;
import static iccl.itest.container.Services.service;
import static org.junit.Assert.assertEquals;

import iccl.api.Communicator;
import iccl.api.Iccl;
import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.testkit.MemoryBackend;
import iccl.platform.simulation.SimulatedMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Dictionary;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.ServiceRegistration;

/**
 * Every platform and backend is stopped, updated, refreshed, uninstalled and comes back, one after the other, while
 * communicators work. Accelerators are make-believe. What MPI carries can be had in its launcher's processes only, see
 * {@code MpiLifeIT}.
 */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class BundleLifeIT {
    private static final int FIRST = 1_000_000;

    @Configuration
    public static Option[] container() {
        return new Option[] {Installation.container(), Installation.simulation()};
    }

    @Test(timeout = 120_000)
    public void shouldSwapNvidia() throws Exception {
        swapDevice("nvidia");
    }

    @Test(timeout = 120_000)
    public void shouldSwapMetax() throws Exception {
        swapDevice("metax");
    }

    @Test(timeout = 120_000)
    public void shouldSwapCambricon() throws Exception {
        swapDevice("cambricon");
    }

    @Test(timeout = 120_000)
    public void shouldSwapMoore() throws Exception {
        swapDevice("moore");
    }

    @Test(timeout = 120_000)
    public void shouldSwapIluvatar() throws Exception {
        swapDevice("iluvatar");
    }

    /** All stand on it: there is nobody else who could notice. */
    @Test(timeout = 120_000)
    public void shouldSwapCpu() throws Exception {
        new BundleLife(Offer.host(), service(Iccl.class), null).live();
    }

    @Test(timeout = 120_000)
    public void shouldSwapLocal() throws Exception {
        Iccl iccl = service(Iccl.class);
        ServiceRegistration<Backend> memory = context()
                .registerService(
                        Backend.class, new MemoryBackend("memory", service(HostPlatform.class)), properties(FIRST));
        try {
            List<Communicator> others = iccl.commInitAll(2);
            assertEquals("memory", others.get(0).backend());
            memory.setProperties(properties(-FIRST));
            swap(Offer.local(), iccl, others);
        } finally {
            memory.unregister();
        }
    }

    @Test(timeout = 120_000)
    public void shouldSwapOpenMpi() throws Exception {
        swapBesideLocal(Offer.mpi("openmpi"));
    }

    @Test(timeout = 120_000)
    public void shouldSwapMpich() throws Exception {
        swapBesideLocal(Offer.mpi("mpich"));
    }

    private static void swapBesideLocal(Offer offer) throws Exception {
        Iccl iccl = service(Iccl.class);
        Services.awaitBackend("local");
        swap(offer, iccl, iccl.commInitAll(2));
    }

    private static void swap(Offer offer, Iccl iccl, List<Communicator> others) throws Exception {
        try (Traffic beside = new Traffic(iccl, others)) {
            new BundleLife(offer, iccl, beside).live();
        }
        others.forEach(Communicator::close);
    }

    /** The bundle began on a machine without a device; now there is one. */
    private static void swapDevice(String name) throws Exception {
        Path folder = Files.createTempDirectory("iccl-hot-plug-");
        try {
            SimulatedMachine machine = new SimulatedMachine(folder, name);
            System.setProperty("iccl.hardware.root", machine.environment().get("ICCL_HARDWARE_ROOT"));
            System.setProperty(
                    "iccl." + name + ".library", machine.library(name).toString());
            Iccl iccl = service(Iccl.class);
            Services.awaitBackend("local");
            List<Communicator> others = iccl.commInitAll(2);
            assertEquals("cpu", others.get(0).platform());
            restart(bundle("iccl.platform." + name));
            swap(Offer.device(name), iccl, others);
        } finally {
            unplug(name, folder);
        }
    }

    private static void unplug(String name, Path folder) throws IOException, BundleException {
        System.clearProperty("iccl.hardware.root");
        System.clearProperty("iccl." + name + ".library");
        restart(bundle("iccl.platform." + name));
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static void restart(Bundle bundle) throws BundleException {
        bundle.stop();
        bundle.start();
    }

    private static Dictionary<String, Object> properties(int ranking) {
        return FrameworkUtil.asDictionary(Map.of(Backend.NAME, "memory", "service.ranking", ranking));
    }
}
