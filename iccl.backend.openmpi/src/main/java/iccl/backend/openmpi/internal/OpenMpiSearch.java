package iccl.backend.openmpi.internal;

import iccl.backend.mpi.Finding;
import iccl.backend.mpi.Launcher;
import iccl.backend.mpi.Machine;
import iccl.kernel.port.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Decides whether Open MPI may be started in this process. Loads nothing. */
final class OpenMpiSearch {
    private static final Pattern VERSION = Pattern.compile("\\(Open MPI\\) v?(([0-9]+)[0-9A-Za-z.]*)");
    private static final List<String> PROGRAMS = List.of("mpirun.openmpi", "mpirun", "mpiexec", "orterun");
    private static final Path UNLISTED = Path.of("/usr/lib64/openmpi/bin/mpirun");
    private static final String LIBRARY = "libmpi_java.so";
    private static final String INFO = "ompi_info";
    private static final Pattern CUDA =
            Pattern.compile("(?m):(?:mpi|opal)_built_with_cuda_support:value:(true|false)$");
    private static final int OLDEST = 4;
    private static final int NEWEST = 5;
    private static final String INSTALL =
            "install it: apt-get install openmpi-bin libopenmpi-dev, or dnf install openmpi openmpi-java";

    private final Machine machine;

    OpenMpiSearch(Machine machine) {
        this.machine = machine;
    }

    /** Whether this process is a rank that has all that Open MPI needs to start. Quick. */
    boolean mayStart(boolean bindings) {
        return Launcher.of(machine.environment()) == Launcher.OPEN_MPI
                && inRank(bindings).status() == Verdict.Status.AVAILABLE;
    }

    /**
     * What there is to say. May run a program.
     *
     * @param bindings whether this bundle can load the package {@code mpi}
     */
    Finding look(boolean bindings) {
        Launcher launcher = Launcher.of(machine.environment());
        return launcher == Launcher.OPEN_MPI ? inRank(bindings) : outside(launcher);
    }

    private Finding inRank(boolean bindings) {
        if (!bindings) {
            return Finding.unavailable(
                    "this process is a rank of Open MPI, but the package mpi is not to be had:"
                            + " mpi.jar is not on its class path",
                    "start with icclrun -l ompi, which gets mpi.jar (libexec/mpi-jar.sh)");
        }
        String path = machine.property("java.library.path");
        boolean found = Stream.of(path.split(":"))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> machine.isFile(Path.of(folder, LIBRARY)));
        if (!found) {
            return Finding.unavailable(
                    "this process is a rank of Open MPI, but " + LIBRARY + " is not in java.library.path (" + path
                            + ")",
                    "start with icclrun -l ompi, or give the folder by -Djava.library.path; " + INSTALL);
        }
        return Finding.available("Open MPI", "this process is a rank of Open MPI");
    }

    private Finding outside(Launcher launcher) {
        for (Path program : programs()) {
            Matcher matcher = VERSION.matcher(machine.versionOf(program).orElse(""));
            if (matcher.find()) {
                return installed(program, matcher.group(1), Integer.parseInt(matcher.group(2)), launcher);
            }
        }
        return Finding.unavailable(
                "no mpirun of Open MPI in PATH (looked for " + String.join(", ", PROGRAMS) + ") or at " + UNLISTED,
                INSTALL);
    }

    private List<Path> programs() {
        List<Path> programs = new ArrayList<>();
        PROGRAMS.stream().map(machine::program).flatMap(Optional::stream).forEach(programs::add);
        if (machine.isFile(UNLISTED)) {
            programs.add(UNLISTED);
        }
        return programs;
    }

    private Finding installed(Path program, String version, int major, Launcher launcher) {
        String name = "Open MPI " + version;
        if (major > NEWEST) {
            return Finding.unavailable(
                    program + " is " + name + ", which has no Java bindings: they were dropped in version 6",
                    "install Open MPI 4 or 5, or use MPICH: icclrun -l mpich");
        }
        if (major < OLDEST) {
            return Finding.unavailable(program + " is " + name + ", which is too old", "install Open MPI 4 or 5");
        }
        if (folders(program).noneMatch(this::holdsLibrary)) {
            return Finding.unavailable(
                    program + " is " + name + ", but its " + LIBRARY + " was not found; it may lack the Java bindings",
                    INSTALL + ", or build it with --enable-mpi-java");
        }
        return Finding.elsewhere(name, launcher, "ompi").saying(deviceMemory(program));
    }

    /** What the installation says; a rank asks the library itself. */
    private String deviceMemory(Path mpirun) {
        Path beside = mpirun.resolveSibling(INFO);
        Optional<Path> program = machine.isFile(beside) ? Optional.of(beside) : machine.program(INFO);
        if (program.isEmpty()) {
            return "no " + INFO + " to ask whether it takes device memory";
        }
        Optional<String> info = machine.output(program.get(), "--parsable", "--all");
        if (info.isEmpty()) {
            return "whether it takes device memory is not known: " + program.get()
                    + " failed or took too long; to see why, run it by hand: " + program.get() + " --parsable --all";
        }
        Matcher matcher = CUDA.matcher(info.get());
        if (!matcher.find()) {
            return INFO + " does not say whether it takes device memory";
        }
        return matcher.group(1).equals("true")
                ? "it was built to take memory of CUDA devices; ICCL_EXPLAIN=1 shows whether it does"
                : "it takes no device memory: it was built without CUDA";
    }

    private Stream<Path> folders(Path program) {
        Stream<Path> beside = Stream.ofNullable(program.getParent())
                .flatMap(bin -> Stream.of(bin.resolveSibling("lib"), bin.resolveSibling("lib64")));
        Stream<Path> debian = machine.list(Path.of("/usr/lib")).stream()
                .filter(folder -> folder.endsWith("-linux-gnu"))
                .map(folder -> Path.of("/usr/lib", folder));
        Stream<Path> told = Stream.of(machine.environment()
                        .getOrDefault("LD_LIBRARY_PATH", "")
                        .split(":"))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of);
        Stream<Path> fedora = Stream.of(Path.of("/usr/lib64/openmpi/lib"));
        return Stream.of(beside, debian, told, fedora).flatMap(all -> all);
    }

    private boolean holdsLibrary(Path folder) {
        return machine.list(folder).stream().anyMatch(name -> name.startsWith(LIBRARY));
    }
}
