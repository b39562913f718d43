package iccl.run.internal.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFilesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it.
    Path folder;

    private ReportFiles csv(Path file) {
        return new ReportFiles(Map.of("--csv", file.toString()));
    }

    @Test
    void shouldWriteTheLinesOfAnotherMachine() throws IOException {
        Path file = Files.writeString(folder.resolve("rows.csv"), "an older run's\nlonger\ntext\n");
        ReportFiles reports = csv(file);
        assertEquals(List.of("--csv", file.toString()), reports.wordsHere());
        assertEquals(List.of("--reports", "csv"), reports.wordsElsewhere());
        String micro = new String("µs".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        reports.add("@file csv a b, " + micro);
        reports.add("@file csv ");
        reports.add("@file csv  c");
        reports.close();
        assertEquals("a b, µs\n\n c\n", Files.readString(file));
        assertTrue(reports.isComplete());
    }

    @Test
    void shouldLeaveAnOlderFileAloneUntilThereIsALine() throws IOException {
        Path file = Files.writeString(folder.resolve("rows.csv"), "old");
        csv(file).close();
        assertEquals("old", Files.readString(file));
    }

    @Test
    void shouldMissAFormWithoutALine() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("--json", folder.resolve("rows.json").toString());
        names.put("--csv", folder.resolve("rows.csv").toString());
        ReportFiles reports = new ReportFiles(names);
        reports.add("@file csv a");
        reports.close();
        assertTrue(reports.isComplete());
        reports.missUnwritten();
        assertFalse(reports.isComplete());

        ReportFiles complete = csv(folder.resolve("rows.csv"));
        complete.add("@file csv a");
        complete.close();
        complete.missUnwritten();
        assertTrue(complete.isComplete());
    }

    @Test
    void shouldSayWhatCannotBeWritten() {
        assertEquals(
                "--csv " + folder + " cannot be written: it is a folder",
                assertThrows(UserMistake.class, () -> csv(folder)).getMessage());
        Path missing = folder.resolve("missing/rows.csv");
        assertEquals(
                "--csv " + missing + " cannot be written: there is no folder " + missing.getParent(),
                assertThrows(UserMistake.class, () -> csv(missing)).getMessage());
        // Not even root may write there.
        assertThrows(UserMistake.class, () -> csv(Path.of("/proc/rows.csv")));
    }

    @Test
    void shouldLeaveALinkToNothingAsItIs() throws IOException {
        Path target = folder.resolve("target.csv");
        Path middle = Files.createSymbolicLink(folder.resolve("middle.csv"), Path.of("target.csv"));
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), middle);
        ReportFiles reports = csv(link);
        assertTrue(Files.isSymbolicLink(link) && Files.isSymbolicLink(middle));
        assertFalse(Files.exists(target));
        reports.add("@file csv a");
        reports.close();
        assertEquals("a\n", Files.readString(target));
    }

    private void refuse(Path csv, Path json) {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("--json", json.toString());
        names.put("--csv", csv.toString());
        assertEquals(
                "--json and --csv name the same file: " + csv,
                assertThrows(UserMistake.class, () -> new ReportFiles(names)).getMessage());
    }

    @Test
    void shouldRefuseOneFileForTwoForms() throws IOException {
        Path file = folder.resolve("rows");
        refuse(file, file);
        refuse(file, folder.resolve("./rows"));
        Path link = Files.createSymbolicLink(folder.resolve("link"), file);
        Files.writeString(file, "old");
        refuse(link, file);
        assertEquals("old", Files.readString(file));
    }

    @Test
    void shouldGoOnWhenTheDiskIsFull() {
        ReportFiles reports = csv(Path.of("/dev/full"));
        reports.add("@file csv a");
        reports.add("@file csv b");
        reports.close();
        assertFalse(reports.isComplete());
    }
}
