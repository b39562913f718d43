package iccl.run.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
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

    /** What icclrun would leave: an archive where the JVM is told to make one. */
    private void makeLauncher() throws IOException {
        Path launcher = workshop.command("icclrun", "");
        Files.writeString(
                launcher,
                """
                #!/bin/sh
                case $ICCL_JAVA_OPTS in
                    *ArchiveClassesAtExit=*)
                        file=${ICCL_JAVA_OPTS#*ArchiveClassesAtExit=}
                        echo archive >"${file%% *}" ;;
                esac
                """);
        Files.createDirectories(workshop.installation().home().resolve("bin"));
        Files.move(launcher, workshop.installation().home().resolve("bin/icclrun"));
    }

    @Test
    void shouldRemoveWhatWasLeftOfOthers() throws IOException, InterruptedException {
        makeLauncher();
        Path file = makeArchive(8);
        String place = file.getFileName().toString().replaceFirst("-[0-9a-f]+-8[.]jsa$", "-");
        Path fresh = Files.createFile(file.resolveSibling(place + "1.tmp"));
        Path old = Files.createFile(file.resolveSibling(place + "2.tmp"));
        Path stranger = Files.createFile(file.resolveSibling("classes-0-3.tmp"));
        FileTime past = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
        Files.setLastModifiedTime(old, past);
        Files.setLastModifiedTime(stranger, past);
        Files.delete(file);
        Path older = Files.createFile(file.resolveSibling(place + "older-5.jsa"));
        archive().make();
        assertTrue(Files.exists(file));
        assertFalse(Files.exists(old));
        assertFalse(Files.exists(older));
        assertTrue(Files.exists(fresh), "another may be at it");
        assertTrue(Files.exists(stranger), "of another installation");
    }

    @Test
    void shouldNotBeUsedForOtherClasses() throws IOException {
        makeArchive(5);
        Files.setLastModifiedTime(workshop.installation().library("iccl.api"), FileTime.fromMillis(0));
        assertEquals(List.of(), archive().options(""));
    }
}
