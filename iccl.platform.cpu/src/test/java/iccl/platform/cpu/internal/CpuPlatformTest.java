package iccl.platform.cpu.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the cpu adds to the contract: mistakes that are noticed, and nothing that is left behind. */
class CpuPlatformTest {
    private static final long SEED = 20_261_130;

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
    void shouldCopyAnyLengthAnywhere() {
        Random random = new Random(SEED);
        byte[] expected = new byte[20_000];
        random.nextBytes(expected);
        long address = cpu.allocate(MemorySpace.HOST, expected.length);
        ByteBuffer view = cpu.view(address, expected.length);
        view.put(0, expected);
        byte[] found = new byte[expected.length];
        for (int round = 0; round < 20_000; round++) {
            int bytes = random.nextInt(random.nextBoolean() ? 100 : 6000);
            int from = random.nextInt(expected.length - bytes);
            int to = random.nextInt(expected.length - bytes); // overlaps often
            cpu.copy(address + to, address + from, bytes);
            System.arraycopy(expected, from, expected, to, bytes);
            if (round % 100 == 0) {
                view.get(0, found);
                assertArrayEquals(expected, found, "seed " + SEED + ", round " + round);
            }
        }
        cpu.free(MemorySpace.HOST, address);
    }

    private static final class Flags {
        private static final VarHandle MINE;
        private static final VarHandle YOURS;

        static {
            try {
                MINE = MethodHandles.lookup().findVarHandle(Flags.class, "mine", int.class);
                YOURS = MethodHandles.lookup().findVarHandle(Flags.class, "yours", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @SuppressWarnings("UnusedVariable") // through MINE
        private int mine;

        @SuppressWarnings("UnusedVariable") // through YOURS
        private int yours;

        int writeMineReadYours(int value) {
            MINE.setOpaque(this, value);
            VarHandle.releaseFence(); // the compiler keeps the order, the processor may not
            return (int) YOURS.getOpaque(this);
        }

        int writeYoursReadMine(int value, BooleanSupplier fence) {
            YOURS.setOpaque(this, value);
            assertTrue(fence.getAsBoolean());
            return (int) MINE.getOpaque(this);
        }
    }

    private void lookAround(int times) {
        for (int i = 0; i < times; i++) {
            VarHandle.acquireFence();
        }
    }

    /** Each writes, then reads what the other wrote: at least one of them must see it. */
    @Test
    @Timeout(60)
    void shouldMakeOtherThreadsPassAFence() throws InterruptedException {
        Flags flags = new Flags();
        Random random = new Random(SEED);
        assumeTrue(cpu.fenceThreads(), "this system cannot make threads pass a fence");
        int rounds = 60_000;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        int[] seenHere = new int[rounds + 1];
        int[] seenThere = new int[rounds + 1];
        AtomicInteger round = new AtomicInteger();
        AtomicInteger done = new AtomicInteger();
        Thread other = new Thread(() -> {
            for (int value = 1; value <= rounds; value++) {
                awaitRound(round, value);
                seenThere[value] = flags.writeMineReadYours(value);
                done.set(value);
            }
        });
        other.setDaemon(true);
        other.start();
        int last = 0;
        for (int value = 1; value <= rounds && System.nanoTime() < end; value++) {
            round.set(value);
            lookAround(random.nextInt(300)); // until the other one has seen it, too
            seenHere[value] = flags.writeYoursReadMine(value, cpu::fenceThreads);
            awaitRound(done, value);
            last = value;
        }
        round.set(rounds);
        other.join();
        for (int value = 1; value <= last; value++) {
            assertTrue(seenHere[value] == value || seenThere[value] == value, "round " + value + ", seed " + SEED);
        }
    }

    private static void awaitRound(AtomicInteger counter, int value) {
        for (int looks = 0; counter.get() < value; looks++) {
            if (looks < 10_000) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(1000); // they may have one processor between them
            }
        }
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
