package iccl.itest.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.platform.simulation.SimulatedMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An MPI that says that it takes addresses of CUDA devices gets them in messages; any other gets copies in pinned memory. Device,
 * MPI's ability and its answer are make-believe, MPI is not: cuda_aware.c answers, and translates what the backends give it.
 */
class DirectDeviceIT {
    private static final String STRAIGHT = "device memory goes straight to the transport, reductions through chunks of";
    private static final String DETOUR = "device memory goes through chunks of";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private Map<String, String> environment = Map.of();
    private Path log = Path.of("");

    @BeforeEach
    void makeMachine() throws IOException {
        log = folder.resolve("met.txt");
        SimulatedMachine machine = new SimulatedMachine(folder, "nvidia", "metax");
        environment = new TreeMap<>(machine.environment());
        environment.put("CUDA_AWARE_RUNTIME", machine.library("nvidia").toString());
        environment.put("CUDA_AWARE_LOG", log.toString());
        // Who reads what a copy without a queue has put on the device, and does not wait, reads something else.
        environment.put("ICCL_SIM_DELAY_US", "200");
    }

    /** All bytes go without a chunk of pinned memory. */
    @ParameterizedTest
    @EnumSource(
            value = Launcher.class,
            names = {"OMPI", "MPICH"})
    void shouldGiveDeviceMemoryToAnMpiThatTakesIt(Launcher launcher) throws IOException {
        Icclrun.Result result = run(launcher, 3, "nvidia", "moves");
        assertTrue(result.out().contains(STRAIGHT), result.describe());
        assertTrue(
                result.out().contains("(pool of 0 bytes, taken from 0 times, allocated 0 times)"), result.describe());
        assertTrue(met(result) > 100, "MPI met " + met(result) + " addresses of devices: " + result.describe());
    }

    /** Reductions, beside the rest, go through the host. */
    @Test
    void shouldReduceOnTheHost() throws IOException {
        Icclrun.Result result = run(Launcher.MPICH, 2, "nvidia,cpu");
        assertTrue(result.out().contains(STRAIGHT), result.describe());
        assertTrue(result.out().contains("{cpu=1, nvidia=1}"), result.describe());
        assertTrue(!result.out().contains("taken from 0 times"), result.describe());
        assertTrue(met(result) > 100, result.describe());
    }

    @ParameterizedTest
    @EnumSource(
            value = Launcher.class,
            names = {"OMPI", "MPICH"})
    void shouldGiveCopiesToAnMpiThatSaysNo(Launcher launcher) throws IOException {
        environment.put("CUDA_AWARE_ANSWER", "no");
        Icclrun.Result result = run(launcher, 2, "nvidia", "moves");
        assertStaged(result, "says that it does not take memory of CUDA devices");
        assertEquals(0, met(result));
    }

    @Test
    void shouldGiveCopiesWhenTheSettingSaysSo() throws IOException {
        environment.put("ICCL_DIRECT", "0");
        Icclrun.Result result = run(Launcher.MPICH, 2, "nvidia", "moves");
        assertStaged(result, "iccl.direct is 0 on rank 0");
        assertEquals(0, met(result));
    }

    /** What it says of CUDA says nothing of others; all ranks go one way. */
    @Test
    void shouldGiveCopiesWhereOneRankHasAnotherVendorsDevice() throws IOException {
        Icclrun.Result result = run(Launcher.OMPI, 2, "nvidia,metax", "moves");
        assertStaged(result, "the transport of rank 1 does not take memory of metax");
        assertEquals(0, met(result));
    }

    private static void assertStaged(Icclrun.Result result, String reason) {
        assertTrue(result.out().contains(DETOUR), result.describe());
        assertTrue(result.out().contains(reason), result.describe());
        assertTrue(!result.out().contains("taken from 0 times"), result.describe());
    }

    /** All operations, with the library in between: what the machine's own MPI can do makes no difference. */
    private Icclrun.Result run(Launcher launcher, int ranks, String platforms, String... arguments) throws IOException {
        List<String> words =
                new ArrayList<>(List.of("-q", "-n", "" + ranks, "-l", launcher.option(), "--platform", platforms));
        if (launcher == Launcher.OMPI) {
            words.addAll(List.of("-x", "LD_PRELOAD=" + compile("mpicc.openmpi")));
        } else {
            environment.put("ICCL_MPICH_LIBRARY", compile("mpicc.mpich").toString());
        }
        words.add(UserJar.make("AllOperations", folder).toString());
        words.addAll(List.of(arguments));
        Icclrun.Result result = Icclrun.run(environment, words).expectStatus(0);
        long passed = result.lines().stream()
                .filter(line -> line.contains(" over " + launcher.backend() + ": ") && line.endsWith(" cases passed"))
                .count();
        assertEquals(ranks, passed, result.describe());
        return result;
    }

    /** How many addresses of devices MPI was given, by all processes together. */
    private long met(Icclrun.Result result) throws IOException {
        assertTrue(Files.exists(log), "the library in between was not used: " + result.describe());
        return Files.readAllLines(log).stream()
                .mapToLong(line -> Long.parseLong(line.substring("met ".length())))
                .sum();
    }

    private Path compile(String compiler) {
        Path library = folder.resolve("libcuda_aware.so");
        List<String> command = new ArrayList<>(
                List.of(compiler, "-Wall", "-Wextra", "-Werror", "-Wno-missing-prototypes", "-O1", "-shared", "-fPIC"));
        command.addAll(List.of(CProgram.source("cuda_aware.c").toString(), "-o", library.toString(), "-ldl"));
        CProgram.run(folder, Map.of(), command).expectStatus(0);
        return library;
    }
}
