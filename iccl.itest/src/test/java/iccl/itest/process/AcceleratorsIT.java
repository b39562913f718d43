package iccl.itest.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.platform.simulation.SimulatedMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Ranks of one job on the devices of five vendors, which are make-believe, and on the host. */
class AcceleratorsIT {
    private static final List<String> PLATFORMS = List.of("cambricon", "cpu", "iluvatar", "metax", "moore", "nvidia");

    private static Map<String, String> machine(Path folder) throws IOException {
        Path place = Files.createTempDirectory(folder, "machine");
        Map<String, String> environment =
                new TreeMap<>(new SimulatedMachine(place, SimulatedMachine.ALL.toArray(String[]::new)).environment());
        // Several chunks in every operation.
        environment.put("ICCL_CHUNK", "8K");
        return environment;
    }

    @TestFactory
    Stream<DynamicTest> shouldPassEveryOperationOnEveryPlatformAtOnce(@TempDir Path folder) throws IOException {
        Path program = UserJar.make("AllOperations", folder);
        Map<String, String> environment = machine(folder);
        environment.put("ICCL_SIM_LIVE", folder.resolve("live").toString());
        return Stream.of(Launcher.values())
                .map(launcher -> DynamicTest.dynamicTest(launcher.option(), () -> {
                    Icclrun.Result result =
                            Icclrun.run(environment, List.of("-n", "6", "-l", launcher.option(), program.toString()));
                    result.expectStatus(0);
                    TreeSet<String> seen = new TreeSet<>();
                    for (String platform : PLATFORMS) {
                        String line = " on " + platform + " over " + launcher.backend() + ": ";
                        if (result.lines().stream()
                                .anyMatch(each -> each.contains(line) && each.contains("cases passed"))) {
                            seen.add(platform);
                        }
                    }
                    assertEquals(new TreeSet<>(PLATFORMS), seen, result.describe());
                    assertTrue(result.out().contains("bytes of pinned memory"), result.describe());
                    assertNothingLeft(folder.resolve("live"));
                }));
    }

    /** What a process's vendor library still held when the process ended. */
    private static void assertNothingLeft(Path live) throws IOException {
        for (String line : Files.readAllLines(live)) {
            assertTrue(line.endsWith("allocations=0 queues=0 events=0"), line);
        }
        Files.delete(live);
    }

    @Test
    void shouldRunTheExamplesOnDevices(@TempDir Path folder) throws IOException {
        Icclrun.Result result = Icclrun.run(
                machine(folder),
                List.of(
                        "-n",
                        "3",
                        "--platform",
                        "nvidia,cambricon,cpu",
                        "all_reduce",
                        "-c",
                        "20000",
                        "-d",
                        "all",
                        "-o",
                        "avg"));
        result.expectStatus(0).expectNoNoise();
        assertEquals(12, result.lines().size(), result.describe());
        assertTrue(
                result.lines().stream().allMatch(line -> line.contains("platform=nvidia") && line.endsWith("PASSED")),
                result.describe());
    }

    /** The vendor's own text reaches the user, and the other rank learns whose fault it is. */
    @Test
    void shouldSayWhatTheRuntimeSaid(@TempDir Path folder) throws IOException {
        Map<String, String> environment = machine(folder);
        // The probe's process makes three such calls of its own.
        environment.put("ICCL_SIM_FAIL", "nvidia.copyAsync:9:719");
        Icclrun.Result result =
                Icclrun.run(environment, List.of("-n", "2", "--platform", "nvidia,cpu", "all_reduce", "-c", "100000"));
        result.expectNoStackTrace().expectError("NVIDIA device 0: copying", "simulated nvidia error 719");
        assertTrue(result.status() != 0, result.describe());
    }

    @Test
    void shouldShareADeviceWhenAskedTo(@TempDir Path folder) throws IOException {
        Icclrun.Result result = Icclrun.run(
                machine(folder), List.of("-n", "2", "--platform", "metax", "send_recv", "-c", "100000", "-i", "2"));
        result.expectStatus(0).expectNoNoise();
        assertTrue(result.out().contains("platform=metax"), result.describe());
    }

    @Test
    void shouldTellTwoVendorsOfOneLibraryNameApart(@TempDir Path folder) throws IOException {
        Map<String, String> environment =
                new TreeMap<>(new SimulatedMachine(folder, "nvidia", "iluvatar").environment());
        String out = Icclrun.run(environment, List.of("doctor")).out();
        assertTrue(out.contains("Simulated H200"), out);
        assertTrue(out.contains(folder + "/cuda/lib64/libcudart.so.12"), out);
        assertTrue(out.contains("Simulated BI-V150"), out);
        assertTrue(out.contains(folder + "/corex/lib64/libcudart.so.10.2"), out);
        assertTrue(out.contains("no MetaX MACA device: no PCI device of vendor 0x9999"), out);
    }

    @Test
    void shouldExplainABareMachine(@TempDir Path folder) throws IOException {
        Map<String, String> environment = new SimulatedMachine(folder).environment();
        String out = Icclrun.run(environment, List.of("doctor")).out();
        for (String vendor : new String[] {"0x10de", "0x9999", "0xcabc", "0x1ed5", "0x1e3e"}) {
            assertTrue(out.contains(vendor), out);
        }
    }

    @Test
    void shouldSayWhichPlatformIsNotHere(@TempDir Path folder) throws IOException {
        Map<String, String> environment = new SimulatedMachine(folder).environment();
        Icclrun.run(environment, List.of("-n", "1", "--platform", "moore", "all_reduce"))
                .expectError("iccl.platform asks for 'moore', which is not here", "0x1ed5");
    }
}
