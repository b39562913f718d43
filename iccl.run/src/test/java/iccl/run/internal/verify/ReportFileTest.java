package iccl.run.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    @Test
    void shouldWriteToAFolderThatIsNotThereYet() throws IOException {
        Path file = folder.resolve("new/report.xml");
        ReportFile report = new ReportFile("--junit", file);
        report.prepare();
        assertFalse(Files.exists(file));
        report.write("text");
        assertEquals("text", Files.readString(file));
    }

    @Test
    void shouldSayEarlyThatItCannotBeWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertMistake(file.resolve("report.xml"), "--junit " + file + "/report.xml cannot be written");
        assertMistake(folder, "--junit " + folder + " is a directory");
    }

    private static void assertMistake(Path file, String message) {
        ReportFile report = new ReportFile("--junit", file);
        assertEquals(message, assertThrows(UserMistake.class, report::prepare).getMessage());
    }
}
