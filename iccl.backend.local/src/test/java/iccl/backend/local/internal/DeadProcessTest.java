package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Endpoint;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.ContractRank;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rank whose process is killed, so that it cannot say anything. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class DeadProcessTest {
    /** Joins the world as rank 1 and waits to be killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws InterruptedException {
            Endpoint world = new LocalBackend(new CheckedMemory(), Options.of(Map.of())).openWorld();
            System.out.println("rank " + world.rank() + " is in");
            Thread.sleep(60_000);
        }
    }

    private Path shared;
    private final CheckedMemory memory = new CheckedMemory();

    @BeforeEach
    void setUp(@TempDir Path shared) {
        this.shared = shared;
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        memory.assertNothingLeaked();
        try (Stream<Path> found = Files.list(shared)) {
            assertEquals(List.of(), found.toList());
        }
    }

    private Map<String, String> environment(int rank, int size) {
        return Map.of(
                "ICCL_LAUNCHER", "none",
                "ICCL_SHM_DIR", shared.toString(),
                "ICCL_RANK", Integer.toString(rank),
                "ICCL_SIZE", Integer.toString(size));
    }

    private Process start(int rank, int size) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName())
                .inheritIO();
        builder.environment().putAll(environment(rank, size));
        return builder.start();
    }

    @Test
    void shouldNameTheRankAndTheProcess() throws Exception {
        Process victim = start(1, 2);
        try (ContractRank rank =
                new ContractRank(TestHosts.backend(memory, environment(0, 2)).openWorld(), memory)) {
            long address = rank.allocate(8);
            int open = rank.endpoint().recv(1, 1, address, 8);
            victim.destroyForcibly().waitFor();
            long before = System.nanoTime();
            IcclException failure = assertThrows(IcclException.class, () -> rank.await("recv", open));
            assertTrue(System.nanoTime() - before < 2_000_000_000L, "noticed too late");
            assertEquals(ResultCode.REMOTE_ERROR, failure.code());
            assertEquals(1, failure.rank());
            assertTrue(failure.describe().contains("process " + victim.pid()), failure.describe());
        } finally {
            victim.destroyForcibly();
        }
    }

    @Test
    void shouldNoticeAlsoWhileTheOthersAreStillComing() throws Exception {
        Process victim = start(1, 3);
        Path segment = shared.resolve(World.NAME).resolve(FileSegments.FILE);
        while (!Files.exists(segment)) {
            assertTrue(victim.isAlive());
            Thread.sleep(5);
        }
        Thread.sleep(200);
        Thread killer = new Thread(() -> {
            try {
                Thread.sleep(200);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            victim.destroyForcibly();
        });
        killer.start();
        IcclException failure = assertThrows(IcclException.class, () -> TestHosts.backend(memory, environment(0, 3))
                .openWorld());
        killer.join();
        assertEquals(ResultCode.REMOTE_ERROR, failure.code(), failure.describe());
        assertEquals(1, failure.rank());
    }

    @Test
    void shouldTellLiveProcessesFromDeadOnes() throws Exception {
        Process sleeper = new ProcessBuilder("sleep", "60").start();
        ProcessIdentity own = ProcessIdentity.own();
        assertTrue(own.mayBeAlive());
        long started = startedOf(sleeper.pid());
        assertTrue(new ProcessIdentity(sleeper.pid(), started, own.namespace()).mayBeAlive());
        assertEquals(false, new ProcessIdentity(sleeper.pid(), started - 1, own.namespace()).mayBeAlive());
        assertTrue(new ProcessIdentity(sleeper.pid(), started - 1, 1).mayBeAlive(), "nobody knows other namespaces");
        sleeper.destroyForcibly().waitFor();
        assertEquals(false, new ProcessIdentity(sleeper.pid(), started, own.namespace()).mayBeAlive());
    }

    private static long startedOf(long process) throws IOException {
        String line = Files.readString(Path.of("/proc/" + process + "/stat"));
        return Long.parseLong(line.substring(line.lastIndexOf(')') + 2).split(" ")[19]);
    }
}
