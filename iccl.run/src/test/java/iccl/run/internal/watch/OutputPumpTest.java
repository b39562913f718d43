package iccl.run.internal.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class OutputPumpTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();

    @Test
    void shouldTagWholeLinesAndEndTheLast() throws Exception {
        pump("one\n\ntwo\nrest", "[1,0]<stdout>:");
        assertEquals("[1,0]<stdout>:one\n[1,0]<stdout>:\n[1,0]<stdout>:two\n[1,0]<stdout>:rest\n", shown());
        assertEquals("one\n\ntwo\nrest", file.toString(StandardCharsets.UTF_8));
    }

    @Test
    void shouldPassOnUntaggedBytesAsTheyAre() throws Exception {
        pump("progress\rno newline", null);
        assertEquals("progress\rno newline", shown());
    }

    @Test
    void shouldRememberTheLastLineThatSaysSomething() throws Exception {
        assertEquals("the cause", pump("first\n  the cause \n\n  \n", null).lastLine());
    }

    @Test
    void shouldShowVeryLongLinesInPieces() throws Exception {
        String line = "x".repeat(3 << 20);
        pump(line + "\n", "T:");
        assertEquals(line, shown().replace("T:", "").replace("\n", ""));
    }

    private String shown() {
        return terminal.toString(StandardCharsets.UTF_8);
    }

    private OutputSink pump(String text, @Nullable String tag) throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("source"), text);
        OutputSink sink = new OutputSink(terminal, tag, file);
        OutputPump pump = new OutputPump(source, sink);
        pump.start();
        pump.awaitEnd(20_000);
        return sink;
    }
}
