package iccl.run.internal.watch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/**
 * Shows what MPI's launcher itself says, on standard error, until the job has failed: from then on it only repeats, in
 * many words, what our report says in one line.
 */
final class MpiLauncherOutput {
    private final Thread thread;

    /** @param isEchoing asked before each line: whether it has nothing new to say */
    MpiLauncherOutput(InputStream stream, BooleanSupplier isEchoing) {
        thread = new Thread(() -> carry(stream, isEchoing), "iccl-mpi-stderr");
        thread.setDaemon(true);
        thread.start();
    }

    void awaitEnd(long limitMillis) throws InterruptedException {
        thread.join(Math.max(1, limitMillis));
    }

    private static void carry(InputStream stream, BooleanSupplier isEchoing) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!isEchoing.getAsBoolean()) {
                    System.err.println(line);
                }
            }
        } catch (IOException e) {
            System.err.println("icclrun: the MPI launcher's output is lost: " + e);
        }
    }
}
