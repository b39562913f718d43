package iccl.platform.cambricon.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.kernel.port.Verdict;
import iccl.platform.simulation.SimulatedMachine;
import iccl.platform.simulation.SimulatedPlatform;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CambriconProbeTest {
    @Test
    void shouldRefuseARuntimeWithOtherNames(@TempDir Path folder) throws IOException {
        SimulatedMachine machine = new SimulatedMachine(folder, "cambricon-old");
        Verdict verdict =
                SimulatedPlatform.probe(Cambricon.TABLE, machine.environment()).verdict();
        assertEquals(Verdict.Status.UNAVAILABLE, verdict.status());
        assertTrue(verdict.reason().contains("5.14.1, and 6.0 or newer is needed"), verdict.reason());
    }
}
