package iccl.run.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private Workshop workshop;

    @BeforeEach
    void install() throws IOException {
        workshop = new Workshop(folder);
        Files.writeString(workshop.installation().library("iccl.api"), "classes");
    }

    private ClassArchive archive() {
        return new ClassArchive(workshop.installation(), Machine.here(), workshop.environment());
    }

    private Path makeArchive(int bytes) throws IOException {
        Path file = archive().file(bytes);
        Files.createDirectories(folder.resolve(".cache/iccl"));
        return Files.write(file, new byte[bytes]);
    }

    @Test
    void shouldGoWithoutWhereThereIsNone() throws IOException {
        assertEquals(List.of(), archive().options(""));
        makeArchive(5);
        Map<String, String> elsewhere =
                Map.of("XDG_CACHE_HOME", folder.resolve("empty").toString());
        ClassArchive other = new ClassArchive(workshop.installation(), Machine.here(), elsewhere);
        assertEquals(List.of(), other.options(""));
    }

    @Test
    void shouldBeUsedWhereItFits() throws IOException {
        Path file = makeArchive(5);
        assertEquals(
                "-XX:SharedArchiveFile=" + file, archive().options("-Xmx1g").get(0));
        assertEquals(List.of(), archive().options("-Xshare:off"));
        assertEquals(List.of(), archive().options("-XX:SharedArchiveFile=mine"));
    }

    @Test
    void shouldNotBeUsedWhenItWasCut() throws IOException {
        Files.write(makeArchive(5), new byte[4]);
        assertEquals(List.of(), archive().options(""));
    }

    @Test
    void shouldNotBeUsedForOtherClasses() throws IOException {
        makeArchive(5);
        Files.setLastModifiedTime(workshop.installation().library("iccl.api"), FileTime.fromMillis(0));
        assertEquals(List.of(), archive().options(""));
    }
}
