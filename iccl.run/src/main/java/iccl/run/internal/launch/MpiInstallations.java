package iccl.run.internal.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds the MPI launchers of this machine. A command's name says little, so each is asked for its version. */
public final class MpiInstallations {
    /** The bindings' file. */
    public static final String JAR = "mpi.jar";

    private static final Pattern OPEN_MPI = Pattern.compile("\\((?:Open MPI|OpenRTE|PRRTE)\\) +v?([0-9][0-9A-Za-z.]*)");
    private static final Pattern HYDRA = Pattern.compile("HYDRA build details:\\s+Version: +([0-9][0-9A-Za-z.]*)");
    private static final List<String> OPEN_MPI_COMMANDS =
            List.of("mpirun.openmpi", "mpirun", "mpiexec.openmpi", "mpiexec");
    private static final List<String> HYDRA_COMMANDS =
            List.of("mpiexec.hydra", "mpirun.mpich", "mpiexec.mpich", "mpirun", "mpiexec");

    private final Map<String, String> environment;
    private final VersionQuestions questions = new VersionQuestions();

    public MpiInstallations(Map<String, String> environment) {
        this.environment = environment;
    }

    /**
     * One launcher.
     *
     * @param command its absolute path
     * @param version such as {@code 4.1.4}
     */
    public record Launcher(Path command, String version) {
        public int major() {
            return Integer.parseInt(version.replaceFirst("[^0-9].*", ""));
        }
    }

    /** Open MPI's launcher, if there is one. */
    public Optional<Launcher> findOpenMpi() {
        return Optional.ofNullable(first(OPEN_MPI_COMMANDS, OPEN_MPI)).filter(found -> found.major() >= 4);
    }

    /** MPICH's launcher, if there is one. */
    public Optional<Launcher> findMpich() {
        return Optional.ofNullable(first(HYDRA_COMMANDS, HYDRA));
    }

    /** @throws UserMistake when there is none, or none that can be used */
    public Launcher openMpi() {
        Launcher found = first(OPEN_MPI_COMMANDS, OPEN_MPI);
        if (found == null) {
            throw new UserMistake(
                    "-l ompi: Open MPI is not installed: none of " + String.join(", ", OPEN_MPI_COMMANDS)
                            + " on PATH belongs to it",
                    "apt-get install openmpi-bin libopenmpi-dev; or take -l none or -l mpich");
        }
        if (found.major() < 4) {
            throw new UserMistake(
                    "-l ompi: " + found.command() + " is Open MPI " + found.version() + ", which is too old",
                    "install Open MPI 4 or 5, or take -l none");
        }
        return found;
    }

    /** @throws UserMistake when there is none */
    public Launcher mpich() {
        Launcher found = first(HYDRA_COMMANDS, HYDRA);
        if (found == null) {
            throw new UserMistake(
                    "-l mpich: MPICH is not installed: none of " + String.join(", ", HYDRA_COMMANDS)
                            + " on PATH is its launcher (Hydra)",
                    "apt-get install mpich; or take -l none or -l ompi");
        }
        return found;
    }

    /** The commands that may be the launcher that a job asks for: {@code ompi}, {@code mpich}, {@code auto} or {@code none}. */
    public static List<String> commands(String wanted) {
        return switch (wanted) {
            case "ompi" -> OPEN_MPI_COMMANDS;
            case "mpich" -> HYDRA_COMMANDS;
            case "none" -> List.of();
            default -> Stream.concat(OPEN_MPI_COMMANDS.stream(), HYDRA_COMMANDS.stream())
                    .distinct()
                    .toList();
        };
    }

    /**
     * Asks those that may be what a job asks for, so that the answers are there when they are needed: both MPIs at once. One
     * that takes much longer than the other goes on being asked, until it is needed or {@link #abandon}.
     */
    public void ask(String wanted) throws InterruptedException {
        List<Runnable> finders = new ArrayList<>();
        if (wanted.equals("auto") || wanted.equals("ompi")) {
            finders.add(this::findOpenMpi);
        }
        if (wanted.equals("auto") || wanted.equals("mpich")) {
            finders.add(this::findMpich);
        }
        questions.ask(finders);
    }

    /** Ends those that are still being asked; from now on {@link #ask} asks none. */
    public void abandon() {
        questions.abandon();
    }

    private @Nullable Launcher first(List<String> names, Pattern version) {
        for (String name : names) {
            for (Path command : SearchPath.commands(name, environment)) {
                Matcher matcher = version.matcher(questions.answer(command));
                if (matcher.find()) {
                    return new Launcher(command, matcher.group(1));
                }
            }
        }
        return null;
    }

    /**
     * What the launchers among those that were asked said, a line each: size, time of change and path, a tab, the first two
     * lines. A node on which such a file is the same need not ask it. One that failed or was late here may do well there.
     */
    public String versions() {
        StringBuilder text = new StringBuilder();
        questions.answers().forEach((command, answer) -> {
            if (!OPEN_MPI.matcher(answer).find() && !HYDRA.matcher(answer).find()) {
                return;
            }
            try {
                text.append(Files.size(command))
                        .append(' ')
                        .append(Files.getLastModifiedTime(command).to(TimeUnit.SECONDS))
                        .append(' ')
                        .append(command)
                        .append('\t')
                        .append(answer.lines().limit(2).collect(Collectors.joining(" ")))
                        .append('\n');
            } catch (IOException e) {
                // It has gone meanwhile; then the nodes ask their own.
                return;
            }
        });
        return text.toString();
    }

    /**
     * Open MPI's Java bindings.
     *
     * @param jar {@code mpi.jar}
     * @param libraries the folder with {@code libmpi_java.so}
     * @param version of Open MPI
     */
    public record Bindings(Path jar, Path libraries, String version) {}

    /**
     * The bindings that fit a version: those that {@code mpi-jar.sh} made, or those that came with it.
     *
     * @param setUp the command that makes them, for the message
     * @throws UserMistake when there are none
     */
    public Bindings bindings(Launcher openMpi, Path setUp) {
        if (openMpi.major() >= 6) {
            throw new UserMistake(
                    "-l ompi: Open MPI " + openMpi.version() + " has no Java bindings: version 6 dropped them",
                    "install Open MPI 4 or 5, or take -l mpich or -l none");
        }
        return findBindings(openMpi)
                .orElseThrow(() -> new UserMistake(
                        "-l ompi: the Java bindings of Open MPI " + openMpi.version()
                                + " are missing: no mpi.jar with a libmpi_java.so at " + candidates(openMpi),
                        "make them: " + ShellText.quote(setUp.toString())));
    }

    /** The bindings that fit a version, if there are any. */
    public Optional<Bindings> findBindings(Launcher openMpi) {
        for (Path jar : candidates(openMpi)) {
            Path libraries = Files.isRegularFile(jar) ? librariesFor(jar) : null;
            if (libraries != null) {
                return Optional.of(new Bindings(jar, libraries, openMpi.version()));
            }
        }
        return Optional.empty();
    }

    private List<Path> candidates(Launcher openMpi) {
        List<Path> jars = new ArrayList<>();
        String named = environment.getOrDefault("ICCL_MPI_JAR", "");
        if (!named.isEmpty()) {
            return List.of(Path.of(named).toAbsolutePath());
        }
        Path caches = Caches.of(environment);
        jars.add(caches.resolve("openmpi-" + openMpi.version() + "/mpi.jar"));
        Path prefix = openMpi.command().resolveSibling("../lib").normalize();
        jars.add(prefix.resolve("mpi.jar"));
        jars.add(prefix.resolve("openmpi/mpi.jar"));
        for (Path folder : systemLibraries()) {
            jars.add(folder.resolve("openmpi/lib/mpi.jar"));
        }
        jars.add(Path.of("/usr/lib/java/openmpi/mpi.jar"));
        return jars;
    }

    private static @Nullable Path librariesFor(Path jar) {
        Path beside = jar.toAbsolutePath().resolveSibling(".").normalize();
        List<Path> folders = new ArrayList<>(List.of(beside, beside.resolveSibling("lib")));
        folders.addAll(systemLibraries());
        folders.add(Path.of("/usr/lib64/openmpi/lib"));
        for (Path folder : folders) {
            if (Files.exists(folder.resolve("libmpi_java.so"))) {
                return folder;
            }
        }
        return null;
    }

    private static List<Path> systemLibraries() {
        String triplet = System.getProperty("os.arch").equals("aarch64") ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
        return List.of(Path.of("/usr/lib", triplet), Path.of("/usr/lib64"), Path.of("/usr/lib"));
    }
}
