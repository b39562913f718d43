package iccl.backend.openmpi.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import iccl.backend.mpi.ThisMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Starts Java ranks under this machine's Open MPI. */
record OpenMpiLauncher(Path program, int major, Path jar) {
    /** What a JVM and root need; the README says why. */
    static final Map<String, String> ENVIRONMENT = Map.of(
            "OMPI_ALLOW_RUN_AS_ROOT", "1",
            "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1",
            "UCX_ERROR_SIGNALS", "",
            "ICCL_LAUNCHER", "ompi");

    /** Skips the test where Open MPI is not installed. */
    static OpenMpiLauncher find() throws IOException, InterruptedException {
        ThisMachine machine = new ThisMachine();
        Optional<Path> program = Stream.of("mpirun.openmpi", "mpirun")
                .map(machine::program)
                .flatMap(Optional::stream)
                .filter(candidate -> machine.versionOf(candidate).orElse("").contains("(Open MPI)"))
                .findFirst();
        if (program.isEmpty()) {
            System.out.println("SKIPPED: Open MPI is not installed (no mpirun of it in PATH): nothing was tested");
        }
        assumeTrue(program.isPresent(), "Open MPI is not installed");
        String version =
                machine.versionOf(program.get()).orElse("").replaceAll("(?s).*\\(Open MPI\\) v?(\\d+).*", "$1");
        return new OpenMpiLauncher(program.get(), Integer.parseInt(version), mpiJar());
    }

    private static Path mpiJar() throws IOException, InterruptedException {
        Process script = new ProcessBuilder("sh", "../cnf/setup/mpi-jar.sh")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertTrue(script.waitFor(180, TimeUnit.SECONDS), "mpi-jar.sh takes more than three minutes");
        assertEquals(0, script.exitValue(), "mpi-jar.sh failed");
        return Path.of(new String(script.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim());
    }

    /** The command for that many ranks of a {@code java … -cp PATH …} command. */
    List<String> command(int ranks, List<String> java) {
        List<String> command = new ArrayList<>(List.of(program.toString(), "-n", Integer.toString(ranks)));
        command.addAll(major >= 5 ? List.of("--map-by", ":OVERSUBSCRIBE") : List.of("--oversubscribe"));
        command.addAll(List.of("--bind-to", "none", "--mca", "mpi_yield_when_idle", "1"));
        for (String name : List.of("UCX_ERROR_SIGNALS", "ICCL_LAUNCHER")) {
            command.addAll(List.of("-x", name));
        }
        List<String> rank = new ArrayList<>(java);
        int path = rank.indexOf("-cp") + 1;
        // Before the signatures that the tests were compiled with.
        rank.set(path, jar + ":" + rank.get(path));
        rank.addAll(1, List.of("-XX:-UsePerfData", "-Djava.library.path=" + jar.getParent()));
        command.addAll(rank);
        return command;
    }
}
