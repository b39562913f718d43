package iccl.itest.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The C API's own code under Valgrind, which takes a minute. A JVM makes millions of findings of its own there; those do not
 * count.
 */
class CValgrindIT {
    /** A frame of our sources, or of the program's. */
    private static final Pattern OURS =
            Pattern.compile("\\((calls|operations|threads|process|signals|java|mpi|every_call)\\.c:[0-9]+\\)");

    private static final Pattern ALLOCATOR = Pattern.compile(": (malloc|calloc|realloc|free) \\(");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @Test
    void shouldFindNothingInOurCode() throws IOException {
        Path log = folder.resolve("valgrind.log");
        CProgram.Result result = CProgram.run(
                        folder,
                        Map.of("ICCL_JAVA_OPTS", "-XX:TieredStopAtLevel=1"),
                        "valgrind",
                        "--smc-check=all-non-file",
                        "--fair-sched=try",
                        "--error-limit=no",
                        "--leak-check=full",
                        "--show-leak-kinds=definite",
                        "--log-file=" + log,
                        CProgram.compile(Icclrun.home(), "gcc", "every_call", folder)
                                .toString(),
                        "brief")
                .expectStatus(0);
        assertEquals("every_call rank=0 ranks=1 PASSED\n", result.out());
        List<String> lines = Files.readAllLines(log, java.nio.charset.StandardCharsets.ISO_8859_1);
        assertTrue(lines.stream().anyMatch(line -> line.contains("LEAK SUMMARY")), "it did not get to its end");
        assertTrue(lines.stream().anyMatch(line -> OURS.matcher(line).find()), "our frames are not seen at all");
        assertEquals(List.of(), findings(lines));
    }

    /** Blocks whose innermost frame, allocators aside, is ours. */
    private static List<String> findings(List<String> lines) {
        List<String> found = new ArrayList<>();
        boolean isInside = false;
        for (String line : lines) {
            String text = line.replaceFirst("^==[0-9]+== *", "");
            if (text.startsWith("at 0x") || (isInside && text.startsWith("by 0x"))) {
                isInside = ALLOCATOR.matcher(text).find();
                if (!isInside && OURS.matcher(text).find()) {
                    found.add(text);
                }
            } else {
                isInside = false;
            }
        }
        return found;
    }
}
