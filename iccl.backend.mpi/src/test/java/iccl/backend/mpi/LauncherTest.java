package iccl.backend.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LauncherTest {
    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, NONE",
                "OMPI_COMM_WORLD_SIZE=4 OMPI_COMM_WORLD_RANK=0 PMIX_RANK=0, OPEN_MPI",
                "PMIX_RANK=3, OPEN_MPI",
                "PMI_RANK=0 PMI_SIZE=2 MPI_LOCALRANKID=0, MPICH",
                "PMI_RANK=0 PMI_SIZE=2, MPICH",
                "PMI_RANK=0, NONE",
                "MPI_LOCALRANKID=1, MPICH",
                "OMPI_COMM_WORLD_SIZE=4 PMI_RANK=0 PMI_SIZE=2, BOTH",
                "OMPI_COMM_WORLD_SIZE=4 PMI_RANK=0 PMI_SIZE=2 ICCL_LAUNCHER=mpich, MPICH",
                "OMPI_COMM_WORLD_SIZE=4 PMI_RANK=0 PMI_SIZE=2 ICCL_LAUNCHER=ompi, OPEN_MPI",
                "OMPI_COMM_WORLD_SIZE=4 ICCL_LAUNCHER=none, NONE",
                "ICCL_LAUNCHER=ompi, NONE",
                "ICCL_LAUNCHER=mpich OMPI_COMM_WORLD_SIZE=4, NONE",
                "ICCL_LAUNCHER=mpich PMIX_RANK=1, MPICH",
                "PMIX_RANK=1 PMI_RANK=1 PMI_SIZE=2, MPICH"
            })
    void shouldTellTheLauncherByTheEnvironment(String variables, Launcher expected) {
        Map<String, String> environment = variables == null
                ? Map.of()
                : Stream.of(variables.split(" "))
                        .map(entry -> entry.split("="))
                        .collect(Collectors.toMap(entry -> entry[0], entry -> entry[1]));
        assertEquals(expected, Launcher.of(environment));
    }
}
