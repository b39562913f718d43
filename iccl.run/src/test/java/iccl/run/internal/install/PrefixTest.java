package iccl.run.internal.install;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.container.Installation;
import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrefixTest {
    private static final List<String> FILES = List.of(
            "bin/icclrun",
            "lib/iccl.run.jar",
            "lib/libinfiniccl.so",
            "lib/pkgconfig/infiniccl.pc",
            "lib/cmake/InfiniCCL/InfiniCCLConfig.cmake",
            "include/infiniccl/infiniccl.h",
            "bundles/iccl.kernel.jar");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    private Path folder;

    @SuppressWarnings("NullAway.Init") // JUnit calls makeInstallation first.
    private Installation installation;

    @BeforeEach
    void makeInstallation() throws IOException {
        for (String file : FILES) {
            write(folder.resolve("home").resolve(file), "first " + file);
        }
        installation = new Installation(folder.resolve("home"));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, text);
    }

    @Test
    void shouldLayOutFilesAndRelativeLinks() throws IOException {
        Path root = folder.resolve("usr");
        new Prefix(root).take(installation);
        assertEquals("first bin/icclrun", Files.readString(root.resolve("bin/icclrun")));
        assertEquals("first lib/libinfiniccl.so", Files.readString(root.resolve("lib/libinfiniccl.so")));
        assertTrue(Files.exists(root.resolve("include/infiniccl/infiniccl.h")));
        assertTrue(Files.exists(root.resolve("lib/cmake/InfiniCCL/InfiniCCLConfig.cmake")));
        assertFalse(Files.readSymbolicLink(root.resolve("bin/icclrun")).isAbsolute(), "it may be moved");
        Files.move(root, folder.resolve("moved"));
        assertTrue(Files.exists(folder.resolve("moved/lib/pkgconfig/infiniccl.pc")));
    }

    @Test
    void shouldReplaceWhatItPutThereBefore() throws IOException {
        Path root = folder.resolve("usr");
        new Prefix(root).take(installation);
        write(root.resolve("lib/iccl/lib/old.jar"), "of the last version");
        write(folder.resolve("home/bin/icclrun"), "second");
        new Prefix(root).take(installation);
        assertEquals("second", Files.readString(root.resolve("bin/icclrun")));
        assertFalse(Files.exists(root.resolve("lib/iccl/lib/old.jar")));
        try (Stream<Path> left = Files.list(root.resolve("lib"))) {
            assertFalse(left.anyMatch(file -> file.getFileName().toString().startsWith("iccl-new")));
        }
    }

    @Test
    void shouldRefuseWhatOthersPutThereAndChangeNothing() throws IOException {
        Path root = folder.resolve("usr");
        write(root.resolve("include/infiniccl/infiniccl.h"), "of another library");
        UserMistake mistake = assertThrows(UserMistake.class, () -> new Prefix(root).take(installation));
        assertTrue(mistake.getMessage().contains("include/infiniccl is there already"), mistake.getMessage());
        assertFalse(Files.exists(root.resolve("lib")));
        assertEquals("of another library", Files.readString(root.resolve("include/infiniccl/infiniccl.h")));
    }

    @Test
    void shouldRefuseToInstallIntoItself() throws IOException {
        Path inside = folder.resolve("home/usr");
        assertThrows(UserMistake.class, () -> new Prefix(inside).take(installation));
        Path root = folder.resolve("usr");
        new Prefix(root).take(installation);
        Installation itself = new Installation(root.resolve("lib/iccl"));
        assertThrows(UserMistake.class, () -> new Prefix(root).take(itself));
        assertTrue(Files.exists(root.resolve("bin/icclrun")), "nothing has been removed");
    }
}
