package iccl.platform.nvidia.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.kernel.port.Verdict;
import iccl.platform.device.DeviceProbe;
import iccl.platform.device.VendorTable;
import iccl.platform.simulation.SimulatedMachine;
import iccl.platform.simulation.SimulatedPlatform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the probe says of machines with and without hardware, and of libraries that are no good. */
@Timeout(60)
class NvidiaProbeTest {
    private Path folder;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void begin(@TempDir Path place) {
        folder = place;
    }

    private Verdict verdict(VendorTable table) {
        return SimulatedPlatform.probe(table, environment).verdict();
    }

    private Verdict machineWith(String... kinds) throws IOException {
        environment.putAll(new SimulatedMachine(folder, kinds).environment());
        return verdict(Nvidia.TABLE);
    }

    private static void assertRefused(Verdict verdict, String... words) {
        assertEquals(Verdict.Status.UNAVAILABLE, verdict.status(), verdict.toString());
        for (String word : words) {
            assertTrue(verdict.reason().contains(word), "no '" + word + "' in " + verdict.reason());
        }
        assertTrue(!verdict.remedy().isBlank(), "no remedy in " + verdict);
    }

    @Test
    void shouldFindTheDevice() throws IOException {
        Verdict verdict = machineWith("nvidia");
        assertEquals(Verdict.Status.AVAILABLE, verdict.status(), verdict.toString());
        assertEquals("NVIDIA runtime 12.4", verdict.version());
        for (String word : new String[] {"Simulated H200", "8192 MiB", "0000:01:00.0", "cuda/lib64/libcudart.so.12"}) {
            assertTrue(verdict.reason().contains(word), "no '" + word + "' in " + verdict.reason());
        }
    }

    @Test
    void shouldSayWhatItLookedForOnABareMachine() throws IOException {
        assertRefused(machineWith("metax"), "0x10de", "sys/bus/pci/devices", "dev/nvidia*");
    }

    @Test
    void shouldSayWhereItLookedForTheRuntime() throws IOException {
        environment.putAll(new SimulatedMachine(folder, "nvidia").environment());
        Files.delete(folder.resolve("cuda/lib64/libcudart.so.12"));
        // Not the real table: this machine may have a runtime.
        assertRefused(verdict(table()), "0000:01:00.0", "libcudart.so.12", folder + "/cuda", "lib64", "CUDA_HOME=");
    }

    @Test
    void shouldNotTakeAnotherVendorsLibrary() throws IOException {
        environment.putAll(new SimulatedMachine(folder, "nvidia", "iluvatar").environment());
        environment.put("CUDA_HOME", folder.resolve("corex").toString());
        assertRefused(verdict(Nvidia.TABLE), "another vendor's");
        environment.put("CUDA_HOME", folder.resolve("cuda").toString());
        assertEquals(Verdict.Status.AVAILABLE, verdict(Nvidia.TABLE).status());
    }

    @Test
    void shouldAskALibraryOfAnInnocentNameWhoseDevicesItHas() throws IOException {
        SimulatedMachine machine = new SimulatedMachine(folder, "nvidia", "iluvatar");
        environment.putAll(machine.environment());
        Path renamed = folder.resolve("libcudart.so.12");
        Files.copy(machine.library("iluvatar"), renamed);
        environment.put("ICCL_NVIDIA_LIBRARY", renamed.toString());
        assertRefused(verdict(Nvidia.TABLE), "another vendor's", "0000:02:00.0", "0x1e3e, not 0x10de");
    }

    @Test
    void shouldLookAgainWhatALibraryIsMadeOfWhenItHasBeenUsed() throws IOException {
        SimulatedMachine machine = new SimulatedMachine(folder, "nvidia-with-late-thunk");
        environment.putAll(machine.environment());
        assertEquals(Verdict.Status.AVAILABLE, verdict(Nvidia.TABLE).status());
        Files.copy(machine.library("nvidia"), folder.resolve("cuda/lib64/libixthunk.so"));
        assertRefused(verdict(Nvidia.TABLE), "another vendor's: it needs libixthunk");
    }

    @Test
    void shouldTakeTheNewestOfSeveralVersions() throws IOException {
        SimulatedMachine machine = new SimulatedMachine(folder, "nvidia");
        for (String version : new String[] {"9.2", "10.1", "10.10", "9.10"}) {
            Files.copy(
                    machine.library("nvidia"),
                    Files.createDirectories(folder.resolve("sdk-" + version)).resolve("libcudart.so.12"));
        }
        environment.put("ICCL_HARDWARE_ROOT", folder.resolve("hardware").toString());
        Verdict verdict = verdict(table().roots(folder + "/sdk-*").folders(""));
        assertTrue(verdict.reason().contains("sdk-10.10/libcudart.so.12"), verdict.reason());
    }

    @Test
    void shouldSurviveALibraryThatCrashes() throws IOException {
        assertRefused(machineWith("nvidia-crashing"), "crashed", "signal 11", "step 'count'");
    }

    @Test
    void shouldSurviveALibraryThatHangs() throws IOException {
        environment.put("ICCL_PROBE_TIMEOUT", "1");
        long before = System.nanoTime();
        assertRefused(machineWith("nvidia-hanging"), "did not answer within 1 s", "step 'count'");
        assertTrue(System.nanoTime() - before > TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void shouldNameTheSymbolThatIsMissing() throws IOException {
        assertRefused(machineWith("nvidia-without-malloc"), "lacks cudaMalloc");
    }

    @Test
    void shouldDoWithoutHostFunctions() throws IOException {
        Verdict verdict = machineWith("nvidia-without-host-function");
        assertEquals(Verdict.Status.AVAILABLE, verdict.status(), verdict.toString());
        assertTrue(verdict.reason().contains("no host callbacks"), verdict.reason());
        try (SimulatedPlatform platform = SimulatedPlatform.open(Nvidia.TABLE, environment)) {
            assertFalse(platform.callsHost());
            long queue = platform.createQueue();
            assertThrows(UnsupportedOperationException.class, () -> platform.callHost(queue, () -> {}));
        }
    }

    @Test
    void shouldRefuseWhatIsNoLibrary() throws IOException {
        environment.putAll(new SimulatedMachine(folder, "nvidia").environment());
        Files.writeString(folder.resolve("cuda/lib64/libcudart.so.12"), "no library");
        assertRefused(verdict(Nvidia.TABLE), "libcudart.so.12");
    }

    @Test
    void shouldFindOutWrongNumbers() throws IOException {
        environment.putAll(new SimulatedMachine(folder, "nvidia").environment());
        assertRefused(verdict(table().number("toDevice", 2).number("toHost", 1)), "copy to the device");
        assertRefused(verdict(table().number("notReady", 34).number("alsoNotReady", 34)), "neither", "not ready");
        assertRefused(verdict(table().number("smallestMajor", 13)), "12.4", "13.0 or newer");
        assertRefused(verdict(table().number("noSuchNumber", 1)), "the table is wrong");
    }

    private static VendorTable table() {
        return new VendorTable("nvidia", "NVIDIA")
                .pciVendor(0x10de)
                .nodes("nvidia*")
                .rootVariables("CUDA_HOME")
                .folders("lib64")
                .libraries("libcudart.so.12")
                .likeCuda("cuda");
    }

    @Test
    void shouldLeaveNothingBehind() throws IOException, InterruptedException {
        environment.put("ICCL_PROBE_TIMEOUT", "30");
        environment.putAll(new SimulatedMachine(folder, "nvidia-hanging").environment());
        long before = System.nanoTime();
        DeviceProbe probe = SimulatedPlatform.probe(Nvidia.TABLE, environment);
        TimeUnit.MILLISECONDS.sleep(300);
        probe.close();
        assertEquals(Verdict.Status.UNAVAILABLE, probe.verdict().status());
        assertTrue(System.nanoTime() - before < TimeUnit.SECONDS.toNanos(20), "it was stopped, not waited for");
    }
}
