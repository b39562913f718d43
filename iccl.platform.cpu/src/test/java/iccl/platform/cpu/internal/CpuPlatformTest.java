package iccl.platform.cpu.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the cpu adds to the contract: mistakes that are noticed, and nothing that is left behind. */
class CpuPlatformTest {
    private final CpuPlatform cpu = new CpuPlatform();

    @Test
    void shouldGiveZeroedMemoryOfAnySize() {
        for (long bytes : new long[] {0, 1, 4096, 131_071, 131_072, 5 << 20}) {
            // Twice: what was written and freed must not come back.
            for (int round = 0; round < 2; round++) {
                long address = cpu.allocate(MemorySpace.HOST, bytes);
                assertEquals(0, address % 4096, bytes + " bytes are aligned");
                ByteBuffer view = cpu.view(address, bytes);
                while (view.hasRemaining()) {
                    assertEquals(0, view.get(view.position()));
                    view.put((byte) 1);
                }
                cpu.free(MemorySpace.HOST, address);
            }
        }
    }

    @Test
    void shouldNoticeWhatWasNeverAllocatedOrIsFreedTwice() {
        long address = cpu.allocate(MemorySpace.HOST, 100);
        refuse(() -> cpu.free(MemorySpace.HOST, address + 1), "was not allocated here");
        cpu.free(MemorySpace.HOST, address);
        refuse(() -> cpu.free(MemorySpace.HOST, address), "has been freed before");
        refuse(() -> cpu.allocate(MemorySpace.HOST, -1), "-1 bytes");
    }

    @Test
    void shouldHaveHostMemoryOnly() {
        assertEquals(
                ResultCode.NOT_SUPPORTED,
                assertThrows(IcclException.class, () -> cpu.allocate(MemorySpace.DEVICE, 1))
                        .code());
        assertEquals(MemorySpace.HOST, cpu.spaceOf(4096));
        assertNull(cpu.spaceOf(0));
    }

    @Test
    void shouldNoticeWrongArguments() {
        long address = cpu.allocate(MemorySpace.HOST, 100);
        refuse(() -> cpu.copy(0, address, 1), "copy to 1 bytes at 0x0");
        refuse(() -> cpu.copy(address, 0, 1), "copy from 1 bytes at 0x0");
        refuse(() -> cpu.clear(address, -1), "-1 bytes");
        refuse(() -> cpu.view(address, 1L << 31), "2147483648");
        refuse(() -> cpu.addressOf(ByteBuffer.allocate(1)), "heap");
        refuse(() -> cpu.select(1), "device 0 only");
        refuse(() -> cpu.queueIsIdle(99), "no queue 99");
        refuse(() -> cpu.eventIsDone(99), "no event 99");
        cpu.free(MemorySpace.HOST, address);
    }

    @Test
    void shouldNoticeWhatIsNotMapped(@TempDir Path folder) {
        Path file = folder.resolve("file");
        long address = cpu.map(file, 8192);
        refuse(() -> cpu.map(file, 0), "0 bytes");
        refuse(() -> cpu.unmap(address, 4096), "not mapped");
        refuse(() -> cpu.unmap(address + 4096, 4096), "not mapped");
        refuse(() -> cpu.reserve(address + 4096, 4097), "not mapped");
        refuse(() -> cpu.reserve(address - 1, 1), "not mapped");
        cpu.reserve(address + 4096, 4096);
        cpu.unmap(address, 8192);
        refuse(() -> cpu.unmap(address, 8192), "not mapped");
        refuse(() -> cpu.reserve(address, 1), "not mapped");
    }

    @Test
    void shouldKeepNoFileOpenAfterUnmapping(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("naïve name");
        for (int round = 0; round < 5; round++) {
            cpu.unmap(cpu.map(file, 4096), 4096);
        }
        assertThrows(IcclException.class, () -> cpu.map(file, Long.MAX_VALUE));
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            assertEquals(0, open.filter(link -> leadsTo(link, file)).count());
        }
    }

    private static boolean leadsTo(Path link, Path file) {
        try {
            return Files.readSymbolicLink(link).equals(file);
        } catch (IOException e) {
            return false; // closed meanwhile by another thread
        }
    }

    private static void refuse(Runnable call, String words) {
        IcclException failure = assertThrows(IcclException.class, call::run);
        assertEquals(ResultCode.INVALID_ARGUMENT, failure.code());
        assertTrue(failure.describe().contains(words), failure.describe());
    }

    @Test
    void shouldAskFunctionsOfTheProcess() {
        assertEquals(
                (int) ProcessHandle.current().pid(),
                new CpuPlatform().ask("getpid").orElseThrow());
        assertTrue(new CpuPlatform().ask("iccl_has_no_such_function").isEmpty());
        assertTrue(new CpuPlatform().ask("x".repeat(300)).isEmpty());
    }
}
