package iccl.kernel.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.api.Communicator;
import iccl.kernel.internal.bootstrap.Library;
import iccl.kernel.internal.config.Configuration;
import iccl.kernel.port.Endpoint;
import iccl.kernel.testkit.CheckedDevice;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.MemoryBackend;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which platform each rank of a machine gets. */
@Timeout(60)
class DeviceSlotTest {
    private final CheckedMemory memory = new CheckedMemory();

    private List<String> platforms(int size, String wish) {
        List<Library> processes = new ArrayList<>();
        for (Endpoint endpoint : new MemoryBackend("launched", memory).openThreads(size)) {
            Map<String, String> settings = Map.of("ICCL_PLATFORM", wish);
            Library library = new Library(new Configuration(name -> null, settings::get), "1");
            library.putHost(memory);
            library.put(memory, Map.of());
            // Not in the order of their names: processes may learn of them in any order.
            library.put(new CheckedDevice(memory, "zebra", 1), Map.of());
            library.put(new CheckedDevice(memory, "ant", 2), Map.of());
            library.put(new LaunchedBackend(endpoint), Map.of());
            processes.add(library);
        }
        List<String> names = new ArrayList<>(java.util.Collections.nCopies(size, ""));
        LibraryRig.onEach(processes, process -> {
            Communicator world = process.world();
            names.set(world.rank(), world.platform());
        });
        processes.forEach(Library::close);
        memory.assertNothingLeaked();
        return names;
    }

    @Test
    void shouldGiveEachRankADeviceWhileThereAreAny() {
        assertEquals(List.of("ant", "zebra", "checked", "checked"), platforms(4, "auto"));
    }

    @Test
    void shouldGiveAllWhatWasAskedFor() {
        assertEquals(List.of("zebra", "zebra", "zebra"), platforms(3, "zebra"));
        assertEquals(List.of("checked", "checked"), platforms(2, "checked"));
    }

    @Test
    void shouldGivePlatformsInTurn() {
        assertEquals(List.of("zebra", "checked", "ant", "zebra", "checked"), platforms(5, "zebra,checked,ant"));
    }
}
