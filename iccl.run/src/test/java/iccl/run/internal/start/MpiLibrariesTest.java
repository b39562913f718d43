package iccl.run.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.run.internal.launch.Job;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MpiLibrariesTest {
    private static final Job PLACE = new Job("0123456789abcdef").onNode(1);

    @Test
    void shouldBeUsedWhereTheyLieUnderTheirPlainNames() {
        MpiLibraries libraries = new MpiLibraries("/usr/lib/libmpi_java.so", "/usr/lib/libmpi.so");
        assertEquals(Path.of("/usr/lib"), libraries.folder(PLACE));
        assertEquals(Map.of(), libraries.links());
    }

    @Test
    void shouldBeLinkedToWhereTheyHaveOtherNamesOrLieApart() {
        for (MpiLibraries libraries : new MpiLibraries[] {
            new MpiLibraries("/usr/lib/libmpi_java.so.40", "/usr/lib/libmpi.so.40"),
            new MpiLibraries("/usr/lib/libmpi_java.so", "/usr/lib/libmpi.so.40"),
            new MpiLibraries("/usr/lib/jni/libmpi_java.so", "/usr/lib/libmpi.so"),
        }) {
            assertEquals(PLACE.directory().resolve("mpi"), libraries.folder(PLACE), libraries.toString());
            assertEquals(
                    Map.of("mpi/libmpi_java.so", libraries.bindings(), "mpi/libmpi.so", libraries.mpi()),
                    libraries.links());
        }
    }
}
