package iccl.run.internal.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.ssh.NodeShell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ArchiveTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private Archive archive(Blob blob) {
        return new Archive(List.of(blob), List.of(FileTree.of(List.of(new FileTree.Entry("file", blob)))));
    }

    @Test
    void shouldFillItsPiecesWithLines() throws IOException {
        Archive archive = archive(Blob.of(Files.writeString(folder.resolve("file"), "content")));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        archive.writeTo(out, bytes -> {});
        assertEquals(NodeShell.PIECE, archive.bytes());
        assertEquals(NodeShell.PIECE, out.size());
        // A shell reads byte by byte up to the end of a line.
        String text = out.toString(StandardCharsets.ISO_8859_1);
        assertTrue(text.lastIndexOf('\0') < text.indexOf("\n\n\n"), "what is behind the archive");
        assertTrue(text.endsWith("\n\n\n"), "what is behind the archive");
    }

    @Test
    void shouldNoticeAFileThatChanges() throws IOException {
        for (String changed : List.of("longer than it was", "CONTENT")) {
            Path source = Files.writeString(folder.resolve("file"), "content");
            Archive archive = archive(Blob.of(source));
            Files.writeString(source, changed);
            IOException failure = assertThrows(
                    IOException.class, () -> archive.writeTo(OutputStream.nullOutputStream(), bytes -> {}));
            assertTrue(String.valueOf(failure.getMessage()).contains("changes while"), failure.toString());
        }
    }

    @Test
    void shouldSumAsPosixDoes() throws Exception {
        byte[] content = new byte[100_001];
        new Random(7).nextBytes(content);
        for (int length : new int[] {0, 1, 255, 256, content.length}) {
            PosixChecksum sum = new PosixChecksum();
            sum.update(content, 0, length);
            Path file = Files.write(folder.resolve("file"), Arrays.copyOf(content, length));
            Process cksum = new ProcessBuilder("cksum")
                    .redirectInput(file.toFile())
                    .redirectErrorStream(true)
                    .start();
            PosixChecksum byByte = new PosixChecksum();
            for (int i = 0; i < length; i++) {
                byByte.update(content[i]);
            }
            assertEquals(sum.getValue(), byByte.getValue());
            assertEquals(
                    sum.getValue() + " " + length,
                    new String(cksum.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
        }
    }
}
