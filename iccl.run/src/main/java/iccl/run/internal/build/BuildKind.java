package iccl.run.internal.build;

import iccl.run.internal.launch.ShellText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How a project is built; recognised by the files in its folder. The scripts run there. */
enum BuildKind {
    CMAKE("CMakeLists.txt", "cmake", "cmake -S . -B \"$build\" %s && cmake --build \"$build\" --parallel \"$cores\""),
    MAKE("GNUmakefile makefile Makefile", "make", "make -j \"$cores\""),
    MAVEN("pom.xml", "mvn", "mvn -B -q package -DskipTests");

    /** Names with blanks between. */
    private final String signs;

    private final String tool;
    private final String script;

    BuildKind(String signs, String tool, String script) {
        this.signs = signs;
        this.tool = tool;
        this.script = script;
    }

    static Optional<BuildKind> of(Path project) {
        for (BuildKind kind : values()) {
            if (Arrays.stream(kind.signs.split(" ")).anyMatch(sign -> Files.isRegularFile(project.resolve(sign)))) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** All files that are looked for. */
    static String allSigns() {
        return "CMakeLists.txt, Makefile or pom.xml";
    }

    String title() {
        return this == CMAKE ? "CMake" : this == MAKE ? "Make" : "Maven";
    }

    /** The program that a node must have. */
    String tool() {
        return tool;
    }

    /** @param flags for CMake */
    String script(List<String> flags) {
        return String.format(script, ShellText.quoteAll(flags));
    }
}
