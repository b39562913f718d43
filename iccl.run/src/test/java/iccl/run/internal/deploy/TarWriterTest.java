package iccl.run.internal.deploy;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The system's tar reads what we write. */
@Timeout(60)
class TarWriterTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @Test
    void shouldWriteWhatTarReads() throws Exception {
        byte[] content = new byte[100_001];
        new Random(7).nextBytes(content);
        String longName = "d".repeat(90) + "/" + "e".repeat(90) + "/Grüße und $Zeichen";
        Path archive = folder.resolve("archive.tar");
        try (OutputStream out = Files.newOutputStream(archive);
                TarWriter tar = new TarWriter(out)) {
            tar.file("short", new ByteArrayInputStream(content), content.length, true);
            tar.file(longName, new ByteArrayInputStream(content), content.length, false);
            tar.text("empty", "");
            tar.link("link", "t".repeat(150));
        }
        Path target = Files.createDirectory(folder.resolve("target"));
        Process tar = new ProcessBuilder("tar", "xf", archive.toString(), "-C", target.toString())
                .inheritIO()
                .start();
        assertEquals(0, tar.waitFor());
        assertArrayEquals(content, Files.readAllBytes(target.resolve("short")));
        assertTrue(Files.isExecutable(target.resolve("short")));
        assertEquals(0, Files.size(target.resolve("empty")));
        assertEquals(
                "t".repeat(150), Files.readSymbolicLink(target.resolve("link")).toString());
        // The name byte for byte, whatever the locale of this JVM.
        Process find = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "cd \"$1\" && cmp d*/e*/*Zeichen short && [ ! -x d*/e*/*Zeichen ] || [ $(id -u) = 0 ]",
                        "-",
                        target.toString())
                .inheritIO()
                .start();
        assertEquals(0, find.waitFor());
    }

    @Test
    void shouldNameTreesByTheirContent() throws IOException {
        Path one = Files.writeString(folder.resolve("one"), "1");
        Path same = Files.writeString(folder.resolve("same"), "1");
        FileTree.Entry first = new FileTree.Entry("a", Blob.of(one));
        FileTree.Entry second = new FileTree.Entry("a", Blob.of(same));
        assertEquals(
                FileTree.of(java.util.List.of(first)).id(),
                FileTree.of(java.util.List.of(second)).id());
        assertFalse(FileTree.of(java.util.List.of(first))
                .id()
                .equals(FileTree.of(java.util.List.of(new FileTree.Entry("b", Blob.of(one))))
                        .id()));
    }
}
