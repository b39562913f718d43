package iccl.platform.nvidia.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.platform.simulation.SimulatedMachine;
import iccl.platform.simulation.SimulatedPlatform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a platform does that stops while somebody begins to use it. */
@Timeout(60)
class NvidiaLifeTest {
    private static SimulatedPlatform platform(Path folder) throws IOException {
        return SimulatedPlatform.open(Nvidia.TABLE, new SimulatedMachine(folder, "nvidia").environment());
    }

    @Test
    void shouldRefuseOnceItIsClosed(@TempDir Path folder) throws IOException {
        SimulatedPlatform platform = platform(folder);
        platform.close();
        platform.close();
        refuses(assertThrows(IcclException.class, platform::createQueue));
    }

    /** The thread that comes first has seen that it is open, and waits to open the runtime, when it is closed. */
    @Test
    void shouldNotOpenTheRuntimeOnceItIsClosed(@TempDir Path folder) throws Exception {
        SimulatedPlatform platform = platform(folder);
        FutureTask<Long> first = new FutureTask<>(() -> platform.allocate(MemorySpace.DEVICE, 1));
        Thread thread = new Thread(first, "first");
        synchronized (platform) {
            thread.start();
            while (thread.getState() != Thread.State.BLOCKED) {
                assertNotEquals(Thread.State.TERMINATED, thread.getState(), "it has not waited");
                Thread.sleep(1); // ends when the test's time is up
            }
            platform.close();
        }
        refuses(assertThrows(ExecutionException.class, first::get).getCause());
    }

    private static void refuses(@Nullable Throwable refusal) {
        IcclException known = assertInstanceOf(IcclException.class, refusal);
        assertEquals(ResultCode.INVALID_USAGE, known.code());
    }
}
