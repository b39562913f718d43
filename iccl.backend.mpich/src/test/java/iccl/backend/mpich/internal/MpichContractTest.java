package iccl.backend.mpich.internal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import iccl.backend.mpi.ThisMachine;
import iccl.kernel.testkit.ContractProcesses;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract, on ranks that the real mpiexec starts. */
class MpichContractTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    @Timeout(value = 400, unit = TimeUnit.SECONDS)
    void shouldKeepTheContract(int size) {
        List<String> command = new ArrayList<>(List.of(launcher().toString(), "-n", Integer.toString(size)));
        command.addAll(ContractProcesses.java(List.of("-XX:-UsePerfData"), MpichSubject.class, ""));
        ContractProcesses.launch(command, Map.of("ICCL_LAUNCHER", "mpich", "UCX_ERROR_SIGNALS", ""), size);
    }

    /** Skips the test where MPICH is not installed. */
    private static Path launcher() {
        ThisMachine machine = new ThisMachine();
        Optional<Path> program = Stream.of("mpiexec.mpich", "mpiexec.hydra", "mpiexec")
                .map(machine::program)
                .flatMap(Optional::stream)
                .filter(candidate ->
                        machine.versionOf(candidate).flatMap(MpichVersions::in).isPresent())
                .findFirst();
        if (program.isEmpty()) {
            System.out.println("SKIPPED: MPICH is not installed (no mpiexec of it in PATH): nothing was tested");
        }
        assumeTrue(program.isPresent(), "MPICH is not installed");
        return program.get();
    }
}
