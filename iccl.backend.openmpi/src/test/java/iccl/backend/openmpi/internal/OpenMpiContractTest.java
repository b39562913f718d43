package iccl.backend.openmpi.internal;

import iccl.kernel.testkit.ContractProcesses;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract, on ranks that the real mpirun starts. */
class OpenMpiContractTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    @Timeout(value = 400, unit = TimeUnit.SECONDS)
    void shouldKeepTheContract(int size) throws IOException, InterruptedException {
        OpenMpiLauncher launcher = OpenMpiLauncher.find();
        List<String> java = ContractProcesses.java(List.of(), OpenMpiSubject.class, "");
        ContractProcesses.launch(launcher.command(size, java), OpenMpiLauncher.ENVIRONMENT, size);
    }
}
