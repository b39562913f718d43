package iccl.run.internal.launch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.text.ByteText;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the script with a real shell. */
@Timeout(60)
class RankScriptTest {
    private static final List<String> NASTY = List.of(
            "plain",
            "",
            " two  blanks ",
            "it's",
            "\"quoted\"",
            "$HOME `id` $(id)",
            "a=b",
            "new\nline",
            "back\\slash\\",
            "-n",
            "--",
            "*",
            "~",
            "#x",
            "!",
            "tab\there",
            "Grüße 世界",
            ByteText.decode(new byte[] {'x', (byte) 0xff, (byte) 0x81}));

    private final Job job = Job.create();

    @BeforeEach
    void makeDirectories() throws Exception {
        job.makeDirectories();
    }

    @AfterEach
    void removeDirectories() {
        iccl.run.internal.container.Directories.remove(job.directory());
        iccl.run.internal.container.Directories.remove(job.memory());
    }

    @Test
    void shouldHandOverArgumentsByteForByte() throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of("/usr/bin/printf", "%s\\0"));
        command.addAll(NASTY);
        run(plan(command, Map.of()));
        assertArrayEquals(withZeros(NASTY), Files.readAllBytes(job.pipe(0, "stdout")));
    }

    @Test
    void shouldHandOverVariablesByteForByte() throws Exception {
        Map<String, String> variables = new LinkedHashMap<>();
        for (String value : NASTY) {
            variables.put("ICCL_TEST_" + variables.size(), value);
        }
        run(plan(List.of("/usr/bin/env", "-0"), variables));
        List<byte[]> printed = new java.util.ArrayList<>();
        for (String entry :
                new String(Files.readAllBytes(job.pipe(0, "stdout")), StandardCharsets.ISO_8859_1).split("\0")) {
            printed.add(entry.getBytes(StandardCharsets.ISO_8859_1));
        }
        variables.forEach((name, value) -> {
            byte[] wanted = ByteText.encode(name + "=" + value);
            assertTrue(printed.stream().anyMatch(entry -> java.util.Arrays.equals(entry, wanted)), name);
        });
    }

    @Test
    void shouldReportStartAndEnd() throws Exception {
        assertEquals(7, run(plan(List.of("/bin/sh", "-c", "echo oops >&2; exit 7"), Map.of())));
        List<String> events = Files.readAllLines(job.events());
        assertTrue(events.get(0).matches("start 0 [0-9]+"), events.toString());
        assertEquals("exit 0 7", events.get(1));
        assertEquals("oops\n", Files.readString(job.pipe(0, "stderr")));
    }

    @Test
    void shouldReportDeathBySignal() throws Exception {
        assertEquals(137, run(plan(List.of("/bin/sh", "-c", "kill -9 $$"), Map.of())));
        assertEquals("exit 0 137", Files.readAllLines(job.events()).get(1));
        assertEquals("", Files.readString(job.pipe(0, "stderr")), "the shell keeps its comment to itself");
    }

    private NodePlan plan(List<String> command, Map<String, String> exported) {
        return new NodePlan(job, "here", 0, 1, exported, command, "", List.of(), Map.of());
    }

    private int run(NodePlan plan) throws Exception {
        String text = RankScript.text(plan, Flavour.NONE, List.of("stderr", "stdout"));
        Files.write(job.script(), ByteText.encode(text));
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", job.script().toString());
        builder.environment().put("ICCL_RANK", "0");
        return builder.inheritIO().start().waitFor();
    }

    private static byte[] withZeros(List<String> words) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (String word : words) {
            bytes.writeBytes(ByteText.encode(word));
            bytes.write(0);
        }
        return bytes.toByteArray();
    }
}
