package iccl.run.internal.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.Target.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RuntimeFilesTest {
    private static final Set<String> ALWAYS = Set.of(
            "lib/iccl.api.jar",
            "lib/iccl.run.jar",
            "lib/org.apache.felix.framework.jar",
            "lib/slf4j-api.jar",
            "lib/slf4j-simple.jar");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path home;

    private void expect(Kind program, String... more) throws IOException {
        for (String name : new String[] {"lib/iccl.capi.jar", "lib/libinfiniccl.so", "include/infiniccl/infiniccl.h"}) {
            Files.createDirectories(home.resolve(name).getParent());
            Files.writeString(home.resolve(name), name);
        }
        Set<String> expected = new TreeSet<>(ALWAYS);
        expected.addAll(Set.of(more));
        assertEquals(expected, RuntimeFiles.of(new Installation(home), program).keySet());
    }

    @Test
    void shouldBeWhatTheProgramCanUse() throws IOException {
        expect(Kind.INSTALLED, "lib/picocli.jar");
        expect(Kind.JAR, "lib/picocli.jar");
        expect(Kind.SOURCE, "lib/picocli.jar");
        expect(Kind.EXECUTABLE, "lib/iccl.capi.jar", "lib/libinfiniccl.so");
        expect(
                Kind.BUILT,
                "lib/picocli.jar",
                "lib/iccl.capi.jar",
                "lib/libinfiniccl.so",
                "include/infiniccl/infiniccl.h");
    }

    @Test
    void shouldHaveOfTheLauncherWhatRanksNeed() throws IOException {
        assertEquals(
                home.resolve("libexec/iccl.run.jar"),
                RuntimeFiles.all(new Installation(home)).get("lib/iccl.run.jar"));
    }
}
