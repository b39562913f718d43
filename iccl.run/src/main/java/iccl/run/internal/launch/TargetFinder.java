package iccl.run.internal.launch;

import iccl.run.internal.launch.Target.Kind;
import iccl.run.internal.text.ProgramJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Finds out what PROGRAM on the command line means, before anything is started. */
public final class TargetFinder {
    /** What the name of an installed executable begins with: {@code c/all_reduce}. */
    public static final String EXECUTABLES = "c/";

    private final List<Path> bundles;
    private final Path executables;
    private final Map<String, String> environment;

    /**
     * @param bundles where installed programs may be
     * @param executables the folder whose {@code c} holds those that are no Java
     */
    public TargetFinder(List<Path> bundles, Path executables, Map<String, String> environment) {
        this.bundles = bundles;
        this.executables = executables;
        this.environment = environment;
    }

    /** @throws UserMistake when there is no such program, with near names */
    public Target find(String program) {
        if (program.isEmpty()) {
            throw new UserMistake("PROGRAM is empty", "give a name, such as all_reduce, or a file");
        }
        Set<String> installed = installed();
        Path file = path(program);
        boolean isName = program.indexOf('/') < 0;
        if (isName && installed.contains(program)) {
            return new Target(Kind.INSTALLED, program);
        }
        if (Files.isRegularFile(file)) {
            if (program.endsWith(".jar")) {
                return jar(file);
            }
            if (program.endsWith(".java")) {
                return source(file);
            }
            if (!isName) {
                return executable(file);
            }
        }
        if (isName) {
            Optional<Path> onPath = SearchPath.commands(program, environment).stream()
                    .filter(Files::isRegularFile)
                    .findFirst();
            if (onPath.isPresent()) {
                return new Target(Kind.EXECUTABLE, onPath.get().toString());
            }
        }
        if (program.startsWith(EXECUTABLES) && Files.isExecutable(executables.resolve(program))) {
            return new Target(Kind.EXECUTABLE, executables.resolve(program).toString());
        }
        String last = program.substring(program.lastIndexOf('/') + 1);
        if (installed.contains(last)) {
            return new Target(Kind.INSTALLED, last);
        }
        throw unknown(program, last, file, installed);
    }

    /** Whether it is the name of an installed program. */
    public boolean isInstalled(String program) {
        return installed().contains(program);
    }

    private static Path path(String program) {
        try {
            return Path.of(program).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw new UserMistake(
                    "the name '" + program + "' cannot be used in the locale of this shell",
                    "set LC_ALL to one with UTF-8, such as C.UTF-8");
        }
    }

    private static Target jar(Path file) {
        try {
            ProgramJar jar = ProgramJar.read(file);
            if (jar.programs().size() > 1) {
                throw new UserMistake(
                        file + " holds several programs: " + String.join(", ", jar.programs()),
                        "copy it to the installation's bundles folder and name one of them");
            }
            if (jar.programs().isEmpty() && jar.mainClass().isEmpty()) {
                throw new UserMistake(
                        file + " holds nothing to run: no component with the property iccl.program, no Main-Class",
                        "see iccl.examples for how to make one");
            }
            return new Target(Kind.JAR, file.toString());
        } catch (IOException e) {
            throw new UserMistake("cannot read " + file + ": " + e.getMessage(), "is it a jar, and readable for you?");
        }
    }

    private static Target source(Path file) {
        if (!Files.isReadable(file)) {
            throw new UserMistake("cannot read " + file, "is it readable for you?");
        }
        return new Target(Kind.SOURCE, file.toString());
    }

    private static Target executable(Path file) {
        if (!Files.isExecutable(file)) {
            throw new UserMistake(file + " is not executable", "chmod +x " + ShellText.quote(file.toString()));
        }
        return new Target(Kind.EXECUTABLE, file.toString());
    }

    private static UserMistake unknown(String program, String last, Path file, Collection<String> installed) {
        if (Files.isDirectory(file)) {
            return new UserMistake(file + " is a directory", "give a program inside it");
        }
        if (Files.isRegularFile(file)) {
            return new UserMistake(
                    "there is no program '" + program + "' in the installation or on PATH",
                    "for the file of that name in this folder: ./" + program);
        }
        if (program.matches("[./].*|.*[.](java|jar)")) {
            Path folder = file.getParent();
            return new UserMistake(
                    "there is no file " + file,
                    folder == null || Files.isDirectory(folder)
                            ? "is its name right, and the folder?"
                            : "there is no folder " + folder + ", either");
        }
        return new UnknownProgram(program, last, installed);
    }

    private Set<String> installed() {
        Set<String> names = new TreeSet<>();
        for (Path bundle : bundles) {
            try {
                names.addAll(ProgramJar.read(bundle).programs());
            } catch (IOException e) {
                throw new UserMistake("cannot read " + bundle + ": " + e.getMessage(), "install ICCL again");
            }
        }
        return names;
    }
}
