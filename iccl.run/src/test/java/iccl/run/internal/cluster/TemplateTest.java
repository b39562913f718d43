package iccl.run.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The template that the distribution holds. */
class TemplateTest {
    private static final Path TEMPLATE = Path.of("../cnf/dist/src/share/cluster.yaml");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @Test
    void shouldBeValidAsItIs() {
        Cluster cluster = ClusterFile.read(TEMPLATE);
        assertEquals(List.of(), cluster.warnings());
        assertEquals("localhost", cluster.nodes().get(0).host());
        assertEquals(2, cluster.slots());
    }

    @Test
    void shouldBeValidWithEverySettingSwitchedOn() throws IOException {
        Files.writeString(folder.resolve("id_ed25519"), "");
        // Only a key follows '#' at once; prose has a blank between.
        String all = Files.readString(TEMPLATE)
                .replaceAll("(?m)^( *)#(?=\\S)", "$1")
                .replace("~/.ssh/id_ed25519", "id_ed25519");
        Cluster cluster = ClusterFile.read(Files.writeString(folder.resolve("cluster.yaml"), all));
        assertEquals(List.of(), cluster.warnings());
        assertEquals(2, cluster.nodes().size());
        assertEquals(List.of("--mca", "pml", "ob1", "--mca", "btl_tcp_if_include", "eth0"), cluster.backendArguments());
        assertEquals("4", cluster.nodes().get(0).environment().get("OMP_NUM_THREADS"));
        for (ClusterKey key : ClusterKey.values()) {
            assertTrue(
                    Pattern.compile("(?m)^[ -]*" + key.key() + ":").matcher(all).find(), "missing: " + key.key());
        }
    }

    @Test
    void shouldExplainEveryLine() throws IOException {
        List<String> lines = Files.readAllLines(TEMPLATE);
        for (int i = 1; i < lines.size(); i++) {
            String before = lines.get(i - 1).strip();
            boolean isNested =
                    lines.get(i).matches(" *#[A-Z-]+.*") || lines.get(i).contains("#slots");
            if (lines.get(i).matches(" *#?(- )?[a-z_]+:.*") && !isNested) {
                assertTrue(before.startsWith("# "), "line " + (i + 1) + " is not explained: " + lines.get(i));
            }
        }
    }
}
