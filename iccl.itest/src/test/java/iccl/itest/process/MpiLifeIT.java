package iccl.itest.process;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The bundle that carries a world of processes is stopped, updated, refreshed, uninstalled and comes back in all of them, while
 * the world works. MPI itself stays: it can be started once in a process, and its library is never unloaded.
 */
class MpiLifeIT {
    @ParameterizedTest
    @EnumSource(
            value = Launcher.class,
            names = {"OMPI", "MPICH"})
    void shouldSwapTheBackendOfTheWorld(Launcher launcher, @TempDir Path folder) throws IOException {
        String bundle = Icclrun.home()
                .resolve("bundles/iccl.backend." + launcher.backend() + ".jar")
                .toString();
        String program = UserJar.makeBundle("BackendLife", folder).toString();
        Icclrun.Result result = Icclrun.run(
                        "-q", "-n", "2", "-l", launcher.option(), program, launcher.backend(), bundle)
                .expectStatus(0)
                .expectNoStackTrace();
        for (int rank = 0; rank < 2; rank++) {
            String line = "rank " + rank + " swapped " + launcher.backend() + " PASSED";
            assertTrue(result.lines().contains(line), result.describe());
        }
    }
}
