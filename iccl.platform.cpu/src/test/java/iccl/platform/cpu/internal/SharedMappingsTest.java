package iccl.platform.cpu.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.ResultCode;
import iccl.kernel.port.SharedMemory;
import iccl.platform.cpu.internal.jni.NativeLibrary;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The system itself would not refuse: it would end processes, anybody's, to have the memory. */
class SharedMappingsTest {
    private static final long MIB = 1 << 20;

    private final AtomicLong available = new AtomicLong(Long.MAX_VALUE);
    private final SharedMappings mappings = new SharedMappings(new SystemMemory(available::get), MIB);

    @BeforeAll
    static void load() throws IOException {
        NativeLibrary.load();
    }

    @Test
    void shouldRefuseMoreThanThereIs() {
        available.set(2 * MIB);
        IcclException e = assertThrows(IcclException.class, () -> mappings.share(3 * MIB));
        assertEquals(ResultCode.SYSTEM_ERROR, e.code());
        assertTrue(String.valueOf(e.getMessage()).contains(3 * MIB + " bytes"), e.getMessage());
        assertEquals(0, mappings.count());
    }

    @Test
    void shouldStopWhenOthersTakeItMeanwhile() {
        AtomicLong looks = new AtomicLong();
        SharedMappings crowded =
                new SharedMappings(new SystemMemory(() -> looks.incrementAndGet() < 3 ? 16 * MIB : 0), MIB);
        assertThrows(IcclException.class, () -> crowded.share(4 * MIB));
        assertEquals(3, looks.get());
        assertEquals(0, crowded.count());
    }

    @Test
    void shouldTakeWhatThereIs() {
        available.set(4 * MIB);
        SharedMemory memory = mappings.share(3 * MIB + 4096);
        assertEquals(1, mappings.count());
        mappings.detach(memory);
        assertEquals(0, mappings.count());
    }

    @Test
    void shouldRefuseOrdinaryMemoryThatIsNotThere() {
        Allocations allocations = new Allocations(new SystemMemory(() -> SystemMemory.STEP_BYTES));
        allocations.free(MemorySpace.HOST, allocations.allocate(MemorySpace.HOST, SystemMemory.STEP_BYTES));
        long more = SystemMemory.STEP_BYTES + 1;
        IcclException e = assertThrows(IcclException.class, () -> allocations.allocate(MemorySpace.HOST, more));
        assertTrue(String.valueOf(e.getMessage()).contains("cannot allocate " + more + " bytes"), e.getMessage());
        assertEquals(0, allocations.count());
    }

    @Test
    void shouldKnowWhatTheSystemHas() {
        long bytes = SystemMemory.availableBytes();
        assertTrue(bytes > MIB && bytes < Long.MAX_VALUE, bytes + " bytes");
    }
}
