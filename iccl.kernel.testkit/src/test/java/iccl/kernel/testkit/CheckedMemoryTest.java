package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.MemorySpace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class CheckedMemoryTest {
    private final CheckedMemory memory = new CheckedMemory();

    @Test
    void shouldNameTheAllocationThatIsOverrun() {
        long address = memory.allocate(MemorySpace.HOST, 100);
        assertFails("97 bytes into a live ALLOCATION of 100 bytes", () -> memory.clear(address + 97, 4));
        assertFails("bytes before a live", () -> memory.clear(address - 1, 4));
        assertFails("the null address", () -> memory.clear(0, 1));
        memory.free(MemorySpace.HOST, address);
        assertFails("that was given back", () -> memory.copy(address, address, 1));
    }

    @Test
    void shouldFindDoubleFreesAndLeaks() {
        long address = memory.allocate(MemorySpace.PINNED, 8);
        assertFails("1 not given back", memory::assertNothingLeaked);
        memory.free(MemorySpace.PINNED, address);
        memory.assertNothingLeaked();
        assertFails("that was given back", () -> memory.free(MemorySpace.PINNED, address));
    }

    @Test
    void shouldKeepTheHostOutOfDeviceMemory() {
        long device = memory.allocate(MemorySpace.DEVICE, 8);
        assertEquals(MemorySpace.DEVICE, memory.spaceOf(device));
        assertFails("the host touches device memory", () -> memory.view(device, 8));
        memory.free(MemorySpace.DEVICE, device);
    }

    @Test
    void shouldGiveForeignBuffersAnAddress() {
        ByteBuffer foreign = ByteBuffer.allocateDirect(16);
        foreign.position(4);
        long address = memory.addressOf(foreign);
        assertEquals(address, memory.addressOf(foreign));
        memory.view(address, 16).put(5, (byte) 42);
        assertEquals(42, foreign.get(5));
        memory.assertNothingLeaked();
    }

    @Test
    void shouldFindTheAddressOfAView() {
        long address = memory.allocate(MemorySpace.HOST, 64);
        assertEquals(address + 8, memory.addressOf(memory.view(address + 8, 16)));
        memory.free(MemorySpace.HOST, address);
    }

    @Test
    void shouldShareMappedFiles(@TempDir Path folder) throws IOException {
        CheckedMemory other = new CheckedMemory();
        Path file = folder.resolve("window");
        long here = memory.map(file, 8192);
        long there = other.map(file, 4096);
        memory.reserve(here + 4096, 4096);
        memory.view(here, 8).putLong(0, 77);
        assertEquals(77, other.view(there, 8).getLong(0));
        assertFails("1 not given back", memory::assertNothingLeaked);
        memory.unmap(here, 8192);
        other.unmap(there, 4096);
        memory.assertNothingLeaked();
    }

    private static void assertFails(String part, Executable access) {
        AssertionError error = assertThrows(AssertionError.class, access);
        assertTrue(String.valueOf(error.getMessage()).contains(part), error::getMessage);
    }
}
