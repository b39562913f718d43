package iccl.run.internal.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import iccl.run.internal.build.IgnoreRules.Verdict;
import iccl.run.internal.deploy.FileTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IgnoreRulesTest {
    @Test
    void shouldReadPatternsAsGitDoes() {
        expect(Verdict.IGNORED, "*.o", "a.o", "src/deep/a.o");
        expect(Verdict.OPEN, "*.o", "a.c", "a.o.c");
        expect(Verdict.IGNORED, "/build", "build");
        expect(Verdict.OPEN, "/build", "src/build");
        expect(Verdict.IGNORED, "doc/*.txt", "doc/a.txt");
        expect(Verdict.OPEN, "doc/*.txt", "doc/sub/a.txt", "x/doc/a.txt");
        expect(Verdict.IGNORED, "**/logs", "logs", "a/b/logs");
        expect(Verdict.IGNORED, "a/**/z", "a/z", "a/b/c/z");
        expect(Verdict.IGNORED, "abc/**", "abc/x/y");
        expect(Verdict.IGNORED, "data?.[ch]", "data1.c", "dataX.h");
        expect(Verdict.OPEN, "data[!0-9]", "data7");
        expect(Verdict.IGNORED, "\\!odd", "!odd");
        expect(Verdict.OPEN, "# comment", "# comment");
        expect(Verdict.IGNORED, "with space  ", "with space");
        expect(Verdict.IGNORED, "a+b(1).txt", "a+b(1).txt");
    }

    @Test
    void shouldLetTheLastRuleDecide() {
        IgnoreRules rules = new IgnoreRules(List.of("*.log", "!keep.log"));
        assertEquals(Verdict.WANTED, rules.judge("keep.log", false));
        assertEquals(Verdict.IGNORED, rules.judge("other.log", false));
    }

    @Test
    void shouldTellFoldersFromFiles() {
        IgnoreRules rules = new IgnoreRules(List.of("target/"));
        assertEquals(Verdict.IGNORED, rules.judge("a/target", true));
        assertEquals(Verdict.OPEN, rules.judge("a/target", false));
    }

    @Test
    void shouldListWhatIsShipped(@TempDir Path folder) throws IOException {
        for (String path : List.of(
                "main.c",
                "main.o",
                "sub/keep.o",
                "sub/deep/x.c",
                "build/out",
                ".git/HEAD",
                "data/big.bin",
                "sub/.hidden")) {
            Path file = folder.resolve(path);
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.writeString(file, path);
        }
        Files.writeString(folder.resolve(".gitignore"), "*.o\nbuild/\n");
        Files.writeString(folder.resolve("sub/.gitignore"), "!keep.o\n");
        Files.createSymbolicLink(folder.resolve("link.c"), Path.of("main.c"));
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("."));
        List<String> shipped = ProjectFiles.of(folder, List.of("data/")).files().stream()
                .map(FileTree.Entry::path)
                .toList();
        assertEquals(
                List.of(
                        ".gitignore",
                        "link.c",
                        "main.c",
                        "sub/.gitignore",
                        "sub/.hidden",
                        "sub/deep/x.c",
                        "sub/keep.o"),
                shipped);
    }

    private static void expect(Verdict verdict, String pattern, String... paths) {
        IgnoreRules rules = new IgnoreRules(List.of(pattern));
        for (String path : paths) {
            assertEquals(verdict, rules.judge(path, false), pattern + " and " + path);
        }
    }
}
