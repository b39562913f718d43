package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.kernel.testkit.ContractProcesses;
import iccl.kernel.testkit.ContractSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract, on ranks that are processes, in the world that icclrun would make. */
class LocalProcessesContractTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void shouldKeepTheContractInCheckedMemory(int size) throws IOException {
        keep(CheckedSubject.class, size);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @Timeout(value = 300, unit = TimeUnit.SECONDS)
    void shouldKeepTheContractInRealMemory(int size) throws IOException {
        keep(CpuSubject.class, size);
    }

    private static void keep(Class<? extends ContractSubject> subject, int size) throws IOException {
        Path shared = Files.createTempDirectory(Path.of("/dev/shm"), "iccl-test-");
        try {
            List<Map<String, String>> environments = IntStream.range(0, size)
                    .mapToObj(rank -> Map.of(
                            "ICCL_LAUNCHER", "none",
                            "ICCL_RANK", Integer.toString(rank),
                            "ICCL_SIZE", Integer.toString(size),
                            "ICCL_SHM_DIR", shared.toString()))
                    .toList();
            ContractProcesses.spawn(ContractProcesses.java(List.of(), subject, ""), environments);
            try (Stream<Path> left = Files.list(shared)) {
                assertEquals(List.of(), left.toList(), "nothing may be left");
            }
        } finally {
            try (Stream<Path> left = Files.walk(shared)) {
                left.sorted((a, b) -> b.compareTo(a))
                        .forEach(path -> path.toFile().delete());
            }
        }
    }
}
