package iccl.run.internal.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How a command of this machine ended that needs no input.
 *
 * @param status its exit status; 137 when it was killed
 * @param text what it wrote, errors too
 * @param isLate whether its time was up and it was killed
 */
public record Answer(int status, String text, boolean isLate) {
    private static final int LATE = 128 + 9;

    /** @throws IOException when the command cannot be run at all */
    public static Answer of(List<String> command, Duration limit) throws IOException, InterruptedException {
        // Not through a pipe: a child that the command leaves behind could keep that open for ever.
        Path output = Files.createTempFile("iccl-answer-", ".txt");
        try (InputStream said = Files.newInputStream(output)) {
            Process process;
            try {
                process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectInput(Path.of("/dev/null").toFile())
                        .redirectOutput(output.toFile())
                        .start();
            } finally {
                // Both ends are open; this JVM may exit before the command does.
                Files.delete(output);
            }
            boolean isLate = !hasEnded(process, limit);
            String text = new String(said.readAllBytes(), StandardCharsets.UTF_8);
            return new Answer(isLate ? LATE : process.exitValue(), text, isLate);
        }
    }

    /** Ends it, and what it started, when it has not. */
    private static boolean hasEnded(Process process, Duration limit) throws InterruptedException {
        boolean hasEnded = false;
        try {
            hasEnded = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            return hasEnded;
        } finally {
            if (!hasEnded) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }
}
