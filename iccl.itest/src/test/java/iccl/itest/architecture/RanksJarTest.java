package iccl.itest.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What nodes get of the launcher is all that its classes need of each other. */
class RanksJarTest {
    private static final Pattern INCLUDE = Pattern.compile("<include>(iccl/.*)\\*</include>");

    private static List<String> included() throws IOException {
        Path assembly = Workspace.ROOT.resolve("cnf/dist/src/assembly/ranks.xml");
        return INCLUDE.matcher(Files.readString(assembly))
                .results()
                .map(match -> match.group(1).replace('/', '.'))
                .toList();
    }

    private static boolean isIn(List<String> included, JavaClass type) {
        return included.stream().anyMatch(type.getName()::startsWith);
    }

    @Test
    void shouldHoldWhatItsClassesNeed() throws IOException {
        List<String> included = included();
        Set<JavaClass> held = new ClassFileImporter()
                .importPath(Workspace.ROOT.resolve("iccl.run/target/classes")).stream()
                        .filter(type -> isIn(included, type))
                        .collect(Collectors.toSet());
        assertTrue(held.stream().anyMatch(type -> type.getSimpleName().equals("RankMain")), "classes: " + held);
        Set<String> missing = new TreeSet<>();
        for (JavaClass type : held) {
            type.getDirectDependenciesFromSelf().forEach(needed -> {
                JavaClass target = needed.getTargetClass().getBaseComponentType();
                if (target.getPackageName().startsWith("iccl.run") && !isIn(included, target)) {
                    missing.add(type.getName() + " needs " + target.getName());
                }
            });
        }
        assertEquals(Set.of(), missing);
    }
}
