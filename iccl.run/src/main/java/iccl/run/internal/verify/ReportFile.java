package iccl.run.internal.verify;

import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that a report is to be written to when all is over; that it cannot be written shows before anything is started. */
public final class ReportFile {
    private final String option;
    private final Path file;

    /** @param option who named the file: {@code --junit} */
    public ReportFile(String option, Path file) {
        this.option = option;
        this.file = file.toAbsolutePath();
    }

    /** Makes its folder. */
    public void prepare() {
        if (Files.isDirectory(file)) {
            throw new UserMistake(option + " " + file + " is a directory", "give the name of a file inside it");
        }
        Path folder = file.getParent();
        try {
            if (folder != null) {
                Files.createDirectories(folder);
            }
        } catch (IOException e) {
            throw unwritable();
        }
        if (folder == null || !Files.isWritable(Files.exists(file) ? file : folder)) {
            throw unwritable();
        }
    }

    /** Writes all of it. */
    public void write(String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw unwritable();
        }
    }

    private UserMistake unwritable() {
        return new UserMistake(
                option + " " + file + " cannot be written", "may you write there, and is there room on the disk?");
    }
}
