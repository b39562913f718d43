package iccl.platform.acme.internal;

import iccl.platform.simulation.SimulatedContractTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The contract of platforms, over a runtime that the build made. */
class AcmeContractTest extends SimulatedContractTest {
    AcmeContractTest() {
        super(Acme.TABLE);
    }

    /** A machine with one Acme card. */
    @Override
    protected Map<String, String> machine(Path folder) throws IOException {
        Files.createFile(Files.createDirectories(folder.resolve("dev")).resolve("acme0"));
        return Map.of(
                "ICCL_HARDWARE_ROOT", folder.toString(),
                "ACME_HOME", Path.of("target/acme").toAbsolutePath().toString());
    }
}
