package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.ContractRank;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A file system that is full, and a heap that is. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ShortMemoryTest {
    private static final long CONTROL = 4096;

    private Path shared;
    private final CheckedMemory memory = new CheckedMemory();
    private final AtomicLong left = new AtomicLong();

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

    private Endpoint world(HostPlatform host) {
        return TestHosts.backend(
                        host,
                        Map.of(
                                "ICCL_LAUNCHER", "none",
                                "ICCL_RANK", "0",
                                "ICCL_SIZE", "1",
                                "ICCL_SHM_DIR", shared.toString()))
                .openWorld();
    }

    @Test
    void shouldMakeASmallerRingWhenMemoryIsShort() {
        HostPlatform host = TestHosts.limited(memory, "reserve", left);
        left.set(CONTROL + 20_000);
        try (ContractRank rank = new ContractRank(world(host), host)) {
            int sent = rank.endpoint().send(0, 1, rank.filled(300_000, 5), 300_000);
            long in = rank.allocate(300_000);
            rank.recv(0, 1, in, 300_000);
            rank.await("send", sent);
            rank.verify("message through a small ring", in, 300_000, 5);
        }
        assertEquals(20_000 - 16_384, left.get());
    }

    @Test
    void shouldSayWhatIsMissingWhenNotEvenASmallRingFits() {
        HostPlatform host = TestHosts.limited(memory, "reserve", left);
        left.set(CONTROL + 1000);
        try (ContractRank rank = new ContractRank(world(host), host)) {
            long address = rank.allocate(8);
            IcclException failure =
                    assertThrows(IcclException.class, () -> rank.endpoint().send(0, 1, address, 8));
            assertEquals(ResultCode.SYSTEM_ERROR, failure.code());
            for (String part : new String[] {"rank 0", "4096 bytes", shared.toString(), "--shm-size", "1000 left"}) {
                assertTrue(failure.describe().contains(part), part + " in: " + failure.describe());
            }
            left.set(1 << 20);
            int sent = rank.endpoint().send(0, 1, address, 8);
            rank.recv(0, 1, rank.allocate(8), 8);
            rank.await("send after room was made", sent);
        }
    }

    @Test
    void shouldSayThatThereIsNoRoomForTheGroup() {
        HostPlatform host = TestHosts.limited(memory, "reserve", left);
        left.set(100);
        IcclException failure = assertThrows(IcclException.class, () -> world(host));
        assertEquals(ResultCode.SYSTEM_ERROR, failure.code());
        assertTrue(failure.describe().contains("4096 bytes wanted, 100 left"), failure.describe());
    }

    @Test
    void shouldFailTheReceivesWhenAnEarlyMessageFindsNoMemory() {
        HostPlatform host = TestHosts.limited(memory, "allocate", left);
        left.set(1000);
        try (ContractRank rank = new ContractRank(world(host), memory)) {
            long in = rank.allocate(200_000);
            int early = rank.endpoint().send(0, 1, rank.filled(200_000, 6), 200_000);
            int late = rank.endpoint().send(0, 2, rank.filled(8, 7), 8);
            int received = rank.endpoint().recv(0, 2, in, 8);
            IcclException failure = assertThrows(IcclException.class, () -> rank.await("recv", received));
            assertEquals(ResultCode.SYSTEM_ERROR, failure.code());
            assertTrue(failure.describe().contains("200000 bytes from rank 0, tag 1"), failure.describe());
            rank.recv(0, 1, in, 200_000);
            rank.verify("the message itself", in, 200_000, 6);
            rank.recv(0, 2, in, 8);
            rank.verify("the message behind it", in, 8, 7);
            rank.await("send", early);
            rank.await("send", late);
        }
    }
}
