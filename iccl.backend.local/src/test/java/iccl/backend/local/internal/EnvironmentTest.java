package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Placement;
import iccl.kernel.port.Verdict;
import iccl.kernel.testkit.CheckedMemory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the backend reads of its surroundings. */
class EnvironmentTest {
    private static Optional<Placement> world(String... namesAndValues) {
        Map<String, String> environment = new HashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            environment.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return TestHosts.backend(new CheckedMemory(), environment).world();
    }

    private static void assertWrong(String part, Runnable action) {
        IcclException failure = assertThrows(IcclException.class, action::run);
        assertEquals(ResultCode.INVALID_ARGUMENT, failure.code());
        assertTrue(failure.describe().contains(part), failure.describe());
    }

    @Test
    void shouldBeInTheWorldOfItsOwnLauncherOnly() {
        assertEquals(
                Optional.of(new Placement(2, 3)), world("ICCL_LAUNCHER", "none", "ICCL_RANK", "2", "ICCL_SIZE", "3"));
        assertEquals(Optional.empty(), world("ICCL_LAUNCHER", "ompi", "ICCL_RANK", "2", "ICCL_SIZE", "3"));
        assertEquals(Optional.empty(), world("ICCL_RANK", "2", "ICCL_SIZE", "3"));
        assertEquals(Optional.empty(), world("ICCL_LAUNCHER", "none"));
        IcclException failure = assertThrows(IcclException.class, () -> TestHosts.backend(new CheckedMemory(), Map.of())
                .openWorld());
        assertEquals(ResultCode.INVALID_USAGE, failure.code());
    }

    @Test
    void shouldNameTheVariableThatIsWrong() {
        assertWrong("ICCL_SIZE is not set", () -> world("ICCL_LAUNCHER", "none", "ICCL_RANK", "2"));
        assertWrong("ICCL_RANK is not set", () -> world("ICCL_LAUNCHER", "none", "ICCL_SIZE", "2"));
        assertWrong(
                "'x', but must be 0 to 1", () -> world("ICCL_LAUNCHER", "none", "ICCL_RANK", "x", "ICCL_SIZE", "2"));
        assertWrong(
                "'2', but must be 0 to 1", () -> world("ICCL_LAUNCHER", "none", "ICCL_RANK", "2", "ICCL_SIZE", "2"));
        assertWrong("ICCL_SIZE is '0'", () -> world("ICCL_LAUNCHER", "none", "ICCL_RANK", "0", "ICCL_SIZE", "0"));
    }

    @Test
    void shouldReadTheRingSize() {
        assertEquals(256 << 10, TestHosts.options(Map.of()).ringBytes());
        assertEquals(1 << 20, TestHosts.options(Map.of("ICCL_LOCAL_RING", "1M")).ringBytes());
        assertEquals(
                8192, TestHosts.options(Map.of("ICCL_LOCAL_RING", " 8192 ")).ringBytes());
        Options configured =
                new Options(Map.of("iccl.local.ring", "16k"), name -> "32K", Map.of("ICCL_LOCAL_RING", "64K")::get);
        assertEquals(16 << 10, configured.ringBytes());
        for (String wrong : new String[] {"1", "1G", "-4096", "many", "17M"}) {
            assertWrong("ICCL_LOCAL_RING", () -> TestHosts.options(Map.of("ICCL_LOCAL_RING", wrong))
                    .ringBytes());
        }
    }

    @Test
    void shouldReadTheTimeout() {
        assertEquals(120_000_000_000L, TestHosts.options(Map.of()).patienceNanos());
        assertEquals(
                500_000_000L,
                TestHosts.options(Map.of("ICCL_TIMEOUT_INIT", "0.5")).patienceNanos());
        assertEquals(
                Long.MAX_VALUE,
                TestHosts.options(Map.of("ICCL_TIMEOUT_INIT", "0")).patienceNanos());
        assertWrong("ICCL_TIMEOUT_INIT", () -> TestHosts.options(Map.of("ICCL_TIMEOUT_INIT", "soon"))
                .patienceNanos());
        assertWrong("ICCL_TIMEOUT_INIT", () -> TestHosts.options(Map.of("ICCL_TIMEOUT_INIT", "-1"))
                .patienceNanos());
    }

    @Test
    void shouldKeepAGroupWithinItsShareOfMemory() {
        for (int size = 1; size <= 300; size++) {
            Layout layout = Layout.of(size, 256 << 10);
            long rings = layout.totalBytes() - layout.controlBytes();
            assertTrue(rings <= 64 << 20 || layout.ringBytes() == Layout.PAGE, layout.toString());
            assertEquals(0, layout.ringOffset(0, 0) % Layout.PAGE);
        }
        assertEquals(256 << 10, Layout.of(16, 256 << 10).ringBytes());
        assertWrong("5000", () -> Layout.of(5000, 4096));
        assertWrong("not 0", () -> Layout.of(0, 4096));
    }

    @Test
    void shouldSayWhyThereIsNoSharedMemory(@TempDir Path directory) {
        Verdict fine = new LocalProbe(SharedDirectory.look(directory)).verdict();
        assertEquals(Verdict.Status.AVAILABLE, fine.status());
        assertTrue(fine.reason().contains("MiB free") && fine.remedy().isEmpty(), fine.toString());
        Verdict missing = new LocalProbe(SharedDirectory.look(directory.resolve("none"))).verdict();
        assertEquals(Verdict.Status.UNAVAILABLE, missing.status());
        assertTrue(missing.reason().contains(directory.resolve("none") + " is no directory"), missing.toString());
        assertTrue(missing.remedy().contains("ICCL_SHM_DIR"), missing.toString());
        assertEquals(Path.of("/dev/shm"), SharedDirectory.of(TestHosts.options(Map.of())));
    }
}
