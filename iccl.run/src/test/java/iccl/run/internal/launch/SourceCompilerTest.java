package iccl.run.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.text.ProgramJar;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceCompilerTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @Test
    void shouldMakeAJarThatRuns() throws Exception {
        Path jar = compile(
                "class Helper {} public class Hello { public static void main(String[] a) { System.out.print(a[0]); } }");
        assertEquals("Hello", ProgramJar.read(jar).mainClass());
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(),
                        "-cp",
                        jar.toString(),
                        "Hello",
                        "hi")
                .start();
        assertEquals(
                "hi", new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8));
    }

    @Test
    void shouldFindTheMainClassWhateverItsName() throws IOException {
        assertEquals(
                "p.Other",
                ProgramJar.read(compile("package p; class A {} class Other { public static void main(String[] a) {} }"))
                        .mainClass());
    }

    @Test
    void shouldShowTheCompilersMessages() {
        UserMistake mistake =
                assertThrows(UserMistake.class, () -> compile("public class Hello { int x = \"text\"; }"));
        assertTrue(mistake.getMessage().contains("Hello.java does not compile"), mistake.getMessage());
        assertTrue(mistake.getMessage().contains("Hello.java:1: error: incompatible types"), mistake.getMessage());
    }

    @Test
    void shouldWantAMainMethod() {
        UserMistake mistake = assertThrows(UserMistake.class, () -> compile("public class Hello { void main() {} }"));
        assertTrue(mistake.getMessage().endsWith("has no public static void main(String[])"), mistake.getMessage());
    }

    private Path compile(String source) throws IOException {
        Path file = Files.writeString(folder.resolve("Hello.java"), source);
        Path jar = folder.resolve("program.jar");
        SourceCompiler.compile(file, List.of(), jar);
        return jar;
    }
}
