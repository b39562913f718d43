package iccl.backend.mpich.internal;

import iccl.backend.mpi.Finding;
import iccl.backend.mpi.Launcher;
import iccl.backend.mpi.Machine;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Decides whether MPICH may be started in this process. Loads nothing. */
final class MpichSearch {
    /** Names the library, where the linker would not find it or would find another. */
    static final String LIBRARY_VARIABLE = "ICCL_MPICH_LIBRARY";

    private static final List<String> LIBRARIES =
            List.of("libmpich.so.12", "libmpi.so.12", "/usr/lib64/mpich/lib/libmpi.so.12");
    private static final List<String> PROGRAMS =
            List.of("mpiexec.mpich", "mpiexec.hydra", "mpirun.mpich", "mpiexec", "mpirun");
    private static final Path UNLISTED = Path.of("/usr/lib64/mpich/bin/mpiexec");
    private static final String INSTALL = "install it: apt-get install mpich, or dnf install mpich";

    private static final Pattern WITH_CUDA = Pattern.compile("--(with|without)-cuda(?:=([^\\s']*))?(?=[\\s']|$)");

    private final Machine machine;

    MpichSearch(Machine machine) {
        this.machine = machine;
    }

    /** Whether this process is a rank of MPICH. Quick. */
    boolean mayStart() {
        return Launcher.of(machine.environment()) == Launcher.MPICH;
    }

    /** What to open: the linker finds names, as LD_LIBRARY_PATH and the system's settings say. */
    List<String> libraries() {
        String told = machine.environment().getOrDefault(LIBRARY_VARIABLE, "");
        return told.isEmpty() ? LIBRARIES : List.of(told);
    }

    /** Only the library itself knows; its launcher was built with the same options. */
    private static String deviceMemory(String version) {
        return "its launcher was " + (isBuiltWithCuda(version) ? "" : "not ")
                + "built --with-cuda; ICCL_EXPLAIN=1 shows whether it takes device memory";
    }

    /** The last of configure's options is the one that counts. */
    private static boolean isBuiltWithCuda(String version) {
        boolean isBuilt = false;
        Matcher option = WITH_CUDA.matcher(version);
        while (option.find()) {
            isBuilt = option.group(1).equals("with") && !"no".equals(option.group(2));
        }
        return isBuilt;
    }

    /** What there is to say where MPICH is not started. May run a program. */
    Finding look() {
        Launcher launcher = Launcher.of(machine.environment());
        List<Path> programs = Stream.concat(
                        PROGRAMS.stream().map(machine::program).flatMap(Optional::stream),
                        Stream.of(UNLISTED).filter(machine::isFile))
                .toList();
        for (Path program : programs) {
            String text = machine.versionOf(program).orElse("");
            Optional<String> version = MpichVersions.in(text);
            if (version.isPresent()) {
                return Finding.elsewhere(version.get(), launcher, "mpich").saying(deviceMemory(text));
            }
        }
        return Finding.unavailable(
                "no launcher of MPICH in PATH (looked for " + String.join(", ", PROGRAMS) + ") or at " + UNLISTED,
                INSTALL);
    }
}
