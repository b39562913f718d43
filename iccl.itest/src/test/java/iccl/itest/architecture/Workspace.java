package iccl.itest.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The project's folder, its bundles and their compiled classes, as the build left them. */
final class Workspace {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private Workspace() {}

    /** The folders of all bundles that are deployed. */
    static List<Path> bundles() {
        try (Stream<Path> folders = Files.list(ROOT)) {
            return folders.filter(folder -> Files.exists(folder.resolve("bnd.bnd")))
                    .filter(folder -> Files.isDirectory(folder.resolve("target/classes")))
                    .filter(folder -> !isTestTool(folder))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new AssertionError("cannot list " + ROOT, e);
        }
    }

    private static boolean isTestTool(Path folder) {
        return folder.endsWith("iccl.itest")
                || folder.endsWith("iccl.kernel.testkit")
                || folder.endsWith("iccl.platform.simulation");
    }

    /** The classes of all bundles. */
    static JavaClasses classes() {
        return new ClassFileImporter()
                .importPaths(bundles().stream()
                        .map(folder -> folder.resolve("target/classes"))
                        .toList());
    }

    /** The folder's name of the bundle that a class of this project is in. */
    static String bundleOf(JavaClass type) {
        String path = type.getSource().orElseThrow().getUri().getPath();
        for (Path folder : bundles()) {
            if (path.startsWith(folder + "/")) {
                return folder.getFileName().toString();
            }
        }
        throw new AssertionError(type + " is in no bundle: " + path);
    }
}
