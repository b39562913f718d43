package iccl.platform.metax.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.MemorySpace;
import iccl.kernel.port.Verdict;
import iccl.platform.simulation.SimulatedMachine;
import iccl.platform.simulation.SimulatedPlatform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The attributes of MetaX's pointers are not documented: what the probe measures decides what they mean. */
@Timeout(60)
class MetaxProbeTest {
    @Test
    void shouldNotTakeAPartOfAnAddressForAKindOfMemory(@TempDir Path folder) throws IOException {
        Map<String, String> environment = new SimulatedMachine(folder, "metax-pointer-first").environment();
        Verdict verdict = SimulatedPlatform.probe(Metax.TABLE, environment).verdict();
        assertEquals(Verdict.Status.AVAILABLE, verdict.status(), verdict.toString());
        assertTrue(verdict.reason().contains("do not tell device from host"), verdict.reason());
    }

    @Test
    void shouldNotTakePlainMemoryForPinnedWhereThatIsNotKnown(@TempDir Path folder) throws IOException {
        Map<String, String> environment = new SimulatedMachine(folder, "metax-pinned-unknown").environment();
        SimulatedPlatform platform = SimulatedPlatform.open(Metax.TABLE, environment);
        try {
            assertNull(platform.spaceOf(8));
            long device = platform.allocate(MemorySpace.DEVICE, 64);
            assertEquals(MemorySpace.DEVICE, platform.spaceOf(device + 63));
            assertNull(platform.spaceOf(device - (1L << 40)));
            platform.free(MemorySpace.DEVICE, device);
        } finally {
            platform.close();
        }
    }
}
