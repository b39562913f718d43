package iccl.examples.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code that people read first is the code that was compiled. */
class DocumentsTest {
    private static final Path ROOT = Path.of("..");
    private static final Path HELLO = ROOT.resolve("docs/examples/Hello.java");
    private static final Path EMBEDDING = Path.of("src/main/java/iccl/examples/internal/embedding/ClusterMean.java");

    @Test
    void shouldShowTheFirstProgramAsItIs() throws IOException {
        assertShown(Files.readString(HELLO));
    }

    @Test
    void shouldShowTheEmbeddedComponentAsItIs() throws IOException {
        String source = Files.readString(EMBEDDING);
        assertShown(source.substring(source.indexOf("@Component(")));
    }

    @Test
    void shouldShowTheProgramInCAsItIs() throws IOException {
        assertShown("c", Files.readString(ROOT.resolve("docs/examples/hello.c")));
    }

    private static void assertShown(String source) throws IOException {
        assertShown("java", source);
    }

    private static void assertShown(String language, String source) throws IOException {
        String readme = Files.readString(ROOT.resolve("README.md"));
        assertTrue(
                readme.contains("```" + language + "\n" + source + "```\n"),
                "README.md does not show this:\n" + source);
    }

    @Test
    void shouldRunTheFirstProgram(@TempDir Path classes) throws Exception {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "needs a JDK");
        int status = compiler.run(
                null,
                null,
                null,
                List.of("-d", classes.toString(), "-Xlint:all", "-Werror", HELLO.toString())
                        .toArray(String[]::new));
        assertEquals(0, status);
        try (Output output = new Output();
                URLClassLoader loader =
                        new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            loader.loadClass("Hello").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            assertEquals(List.of("rank 0 of 1: 1"), output.lines());
        } catch (InvocationTargetException e) {
            throw new AssertionError(e.getCause());
        }
    }
}
