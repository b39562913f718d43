package iccl.platform.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.Platform;
import iccl.kernel.testkit.PlatformContractTest;
import iccl.platform.cpu.internal.CpuPlatform;
import iccl.platform.device.VendorTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of platforms, for a vendor's, over the make-believe runtime; with {@code ICCL_TEST_HARDWARE} set to the
 * platform's name, over the real one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class SimulatedContractTest extends PlatformContractTest {
    private final VendorTable table;
    private final HostPlatform host = new CpuPlatform();
    private @Nullable SimulatedPlatform platform;

    protected SimulatedContractTest(VendorTable table) {
        this.table = table;
    }

    @BeforeAll
    void open(@TempDir Path folder) throws IOException {
        boolean isReal = table.name().equals(System.getenv("ICCL_TEST_HARDWARE"));
        Map<String, String> environment = isReal ? System.getenv() : machine(folder);
        platform = SimulatedPlatform.open(table, environment);
    }

    /** The environment that makes the platform look at a machine that is made in that folder. */
    protected Map<String, String> machine(Path folder) throws IOException {
        return new SimulatedMachine(folder, table.name()).environment();
    }

    @AfterAll
    void close() {
        Objects.requireNonNull(platform).close();
    }

    @Override
    protected Platform platform() {
        return Objects.requireNonNull(platform);
    }

    @Override
    protected HostPlatform host() {
        return host;
    }

    @Override
    protected List<MemorySpace> spaces() {
        return List.of(MemorySpace.PINNED, MemorySpace.DEVICE);
    }

    @Test
    void shouldKnowNoMemoryOfOthers() {
        long address = host.allocate(MemorySpace.HOST, 100);
        assertNull(platform().spaceOf(address));
        host.free(MemorySpace.HOST, address);
        long own = platform().allocate(MemorySpace.DEVICE, 100);
        platform().free(MemorySpace.DEVICE, own);
        assertNull(platform().spaceOf(own), "freed memory is nobody's");
    }

    @Test
    void shouldRefuseWhatItDoesNotKnow() {
        long address = platform().allocate(MemorySpace.DEVICE, 100);
        refuses(ResultCode.INVALID_ARGUMENT, () -> platform().free(MemorySpace.PINNED, address));
        refuses(ResultCode.INVALID_ARGUMENT, () -> platform().free(MemorySpace.DEVICE, address + 1));
        platform().free(MemorySpace.DEVICE, address);
        refuses(ResultCode.INVALID_ARGUMENT, () -> platform().free(MemorySpace.DEVICE, address));
        refuses(ResultCode.NOT_SUPPORTED, () -> platform().allocate(MemorySpace.HOST, 1));
        refuses(ResultCode.SYSTEM_ERROR, () -> platform().allocate(MemorySpace.DEVICE, 1L << 50));
        refuses(ResultCode.INVALID_ARGUMENT, () -> platform()
                .select(platform().devices().size()));
        refuses(ResultCode.INVALID_ARGUMENT, () -> platform().queueIsIdle(12345));
        refuses(ResultCode.INVALID_ARGUMENT, () -> platform().eventIsDone(0));
        long queue = platform().createQueue();
        platform().destroyQueue(queue);
        refuses(ResultCode.INVALID_ARGUMENT, () -> platform().destroyQueue(queue));
        assertTrue(platform().allocate(MemorySpace.DEVICE, 1) != 0, "it still works after refusals");
    }

    private static void refuses(ResultCode code, Runnable call) {
        assertEquals(code, assertThrows(IcclException.class, call::run).code());
    }
}
