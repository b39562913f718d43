package iccl.itest.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What docs/vendors.md promises: a further vendor's platform is little code, and in a folder of its own. */
class VendorTest {
    private static final Path ROOT = Workspace.ROOT;
    private static final String VENDOR = "acme";
    private static final int MOST_LINES = 100;
    /** What the build makes, and what tells people about the vendor. */
    private static final Set<String> NOT_READ = Set.of(
            "target",
            ".git",
            ".idea",
            "shared",
            "docs",
            "README.md",
            "iccl.platform." + VENDOR,
            VendorTest.class.getSimpleName() + ".java");

    @Test
    void shouldTakeFewLinesOfMainCode() throws IOException {
        long lines = 0;
        for (Path file : files(ROOT.resolve("iccl.platform." + VENDOR + "/src/main"))) {
            try (Stream<String> text = Files.lines(file)) {
                lines += text.count();
            }
        }
        assertTrue(lines > 0 && lines < MOST_LINES, lines + " lines of main code");
    }

    @Test
    void shouldBeNamedNowhereElse() throws IOException {
        List<Path> naming = files(ROOT).stream().filter(VendorTest::names).toList();
        assertEquals(List.of(), naming);
    }

    /** The same search finds those that the others name, so it would find this one. */
    @Test
    void shouldReadWhatNamesVendors() throws IOException {
        assertTrue(files(ROOT).contains(ROOT.resolve("pom.xml")), "the root pom is read");
        assertTrue(files(ROOT).contains(ROOT.resolve("cnf/dist/pom.xml")), "the distribution's is read");
    }

    private static boolean names(Path file) {
        try {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return (ROOT.relativize(file) + text).toLowerCase(Locale.ROOT).contains(VENDOR);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(
                            entry -> !NOT_READ.contains(entry.getFileName().toString()))
                    .filter(entry -> !Files.isSymbolicLink(entry))
                    .flatMap(VendorTest::deeper)
                    .sorted()
                    .toList();
        }
    }

    private static Stream<Path> deeper(Path entry) {
        try {
            return Files.isDirectory(entry) ? files(entry).stream() : Stream.of(entry);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
