package iccl.run.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MpiInstallationsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private Workshop workshop;
    private MpiInstallations mpi;

    @BeforeEach
    void install() throws IOException {
        workshop = new Workshop(folder);
        mpi = new MpiInstallations(workshop.environment());
        workshop.command("mpirun.openmpi", "mpirun (Open MPI) 4.1.4");
        workshop.command("mpiexec.hydra", "HYDRA build details:\n    Version:    4.0.2\n    Release Date:    later");
    }

    /** A command that tells by a file that it was run, and fails. */
    private Path failing(String name) throws IOException {
        Path file = workshop.command(name, "");
        Files.writeString(file, "#!/bin/sh\n: >'" + folder.resolve(name + ".asked") + "'\necho cannot >&2\nexit 127\n");
        return file;
    }

    private boolean wasAsked(String name) {
        return Files.exists(folder.resolve(name + ".asked"));
    }

    @Test
    void shouldAskOnlyWhatTheJobCanUse() throws IOException, InterruptedException {
        failing("mpiexec.hydra");
        mpi.ask("ompi");
        assertFalse(wasAsked("mpiexec.hydra"));
        assertTrue(mpi.versions().contains("mpirun (Open MPI) 4.1.4"), mpi.versions());
        mpi.ask("auto");
        assertTrue(wasAsked("mpiexec.hydra"));

        failing("mpirun.openmpi");
        new MpiInstallations(workshop.environment()).ask("mpich");
        assertFalse(wasAsked("mpirun.openmpi"));
    }

    @Test
    void shouldNotPassAFailureOnAsAVersion() throws IOException, InterruptedException {
        Path failing = failing("mpirun.openmpi");
        mpi.ask("auto");
        assertTrue(wasAsked("mpirun.openmpi"));
        String versions = mpi.versions();
        assertFalse(versions.contains(failing.toString()), versions);
        List<String> lines = versions.lines().toList();
        assertEquals(1, lines.size(), versions);
        assertTrue(lines.get(0).endsWith("/mpiexec.hydra\tHYDRA build details:     Version:    4.0.2"), versions);
    }

    @Test
    void shouldNotWaitForOneWhenTheOtherHasAnswered() throws Exception {
        Path hydra = workshop.command("mpiexec.hydra", "");
        Path number = folder.resolve("number");
        Files.writeString(
                hydra,
                "#!/bin/sh\necho $$ >'" + number + ".new'\nmv '" + number + ".new' '" + number
                        + "'\nexec sleep 1000\n");
        mpi.ask("auto");
        assertEquals("4.1.4", mpi.findOpenMpi().orElseThrow().version());
        assertTrue(mpi.versions().contains("mpirun (Open MPI) 4.1.4"), mpi.versions());
        while (!Files.exists(number)) {
            Thread.sleep(10);
        }
        ProcessHandle hanging = ProcessHandle.of(
                        Long.parseLong(Files.readString(number).strip()))
                .orElseThrow();
        assertTrue(hanging.isAlive(), "it was waited for");
        mpi.abandon();
        hanging.onExit().get(5, TimeUnit.SECONDS);
    }

    @Test
    void shouldPassOnThatAQuestionFailed() throws IOException {
        workshop.command("mpirun.openmpi", "mpirun (Open MPI) 99999999999");
        assertThrows(IllegalStateException.class, () -> mpi.ask("ompi"));
        assertThrows(NumberFormatException.class, mpi::findOpenMpi);
        assertThrows(IllegalStateException.class, () -> mpi.ask("auto"));
        assertEquals("4.0.2", mpi.mpich().version());
    }

    @Test
    void shouldAskNoneOnceAbandoned() throws IOException, InterruptedException {
        failing("mpirun.openmpi");
        mpi.abandon();
        mpi.ask("auto");
        assertFalse(wasAsked("mpirun.openmpi"));
        assertEquals("", mpi.versions());
    }

    @Test
    void shouldNameTheCommandsThatANodeIsToLookFor() {
        assertEquals(
                List.of("mpirun.openmpi", "mpirun", "mpiexec.openmpi", "mpiexec"), MpiInstallations.commands("ompi"));
        assertEquals("mpiexec.hydra", MpiInstallations.commands("mpich").get(0));
        List<String> all = MpiInstallations.commands("auto");
        assertEquals(List.copyOf(new LinkedHashSet<>(all)), all, "none twice");
        assertTrue(all.containsAll(MpiInstallations.commands("mpich")), all.toString());
    }
}
