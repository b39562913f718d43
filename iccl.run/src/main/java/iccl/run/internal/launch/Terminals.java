package iccl.run.internal.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether somebody watches. */
public final class Terminals {
    private Terminals() {}

    /** Whether standard error is a terminal; {@code System.console()} asks for more, and something else from JDK 22 on. */
    public static boolean isErrorShown() {
        try {
            return Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString().matches("/dev/(pts/|tty|console).*");
        } catch (IOException e) {
            // No /proc: then lines that are drawn over each other would be a guess.
            return false;
        }
    }
}
