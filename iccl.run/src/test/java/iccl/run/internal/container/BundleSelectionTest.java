package iccl.run.internal.container;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.run.internal.container.BundleSelection.Purpose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleSelectionTest {
    private static BundleSelection of(Path home, String... bundles) throws IOException {
        Path folder = Files.createDirectories(home.resolve("bundles"));
        for (String bundle : bundles) {
            Files.createFile(folder.resolve(bundle));
        }
        return new BundleSelection(new Installation(home));
    }

    private static List<String> names(List<Path> bundles) {
        return bundles.stream().map(path -> path.getFileName().toString()).toList();
    }

    /** As docs/vendors.md says: put it into the folder; its build has given it a version. */
    @Test
    void shouldKnowAVendorsBundleByItsNameWithoutTheVersion(@TempDir Path home) throws IOException {
        BundleSelection selection =
                of(home, "iccl.platform.cpu.jar", "iccl.platform.anvil-0.1.0-SNAPSHOT.jar", "iccl.platform.nvidia.jar");
        assertEquals(Set.of("anvil", "cpu", "nvidia"), selection.platforms());
        assertEquals(
                List.of("iccl.platform.anvil-0.1.0-SNAPSHOT.jar", "iccl.platform.cpu.jar"),
                names(selection.select(Purpose.RANK, "none", "anvil")));
        assertEquals(
                List.of("iccl.platform.cpu.jar", "iccl.platform.nvidia.jar"),
                names(selection.select(Purpose.RANK, "none", "nvidia,cpu")));
    }

    @Test
    void shouldTakeTheBackendOfTheLauncher(@TempDir Path home) throws IOException {
        BundleSelection selection =
                of(home, "iccl.backend.local.jar", "iccl.backend.mpich.jar", "iccl.backend.openmpi.jar");
        assertEquals(
                List.of("iccl.backend.local.jar", "iccl.backend.mpich.jar"),
                names(selection.select(Purpose.RANK, "mpich", "cpu")));
    }
}
