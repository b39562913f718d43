package iccl.run.internal.watch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/**
 * Shows what MPI's launcher itself says, on standard error, until the job has failed: from then on it only repeats, in
 * many words, what our report says in one line.
 */
final class MpiLauncherOutput {
    /** News from nodes may come a moment later than what MPI's launcher says of it. */
    private static final long NEWS_MILLIS = 100;

    /** Of no meaning, and by chance: Open MPI 4 tries to change a child that is another program by then. */
    private static final Pattern CHANCE = Pattern.compile("plm:rsh: Warning: setpgid\\(");

    private static final long BURST_NANOS = 1_000_000_000L;

    private final BooleanSupplier isEndKnown;
    private final Set<String> ignored;
    private final Thread thread;
    private long lastShown;

    /**
     * @param isEndKnown asked before each line: whether it has nothing new to say
     * @param ignored lines that are none of its own
     */
    MpiLauncherOutput(InputStream stream, BooleanSupplier isEndKnown, Set<String> ignored) {
        this.isEndKnown = isEndKnown;
        this.ignored = ignored;
        this.thread = new Thread(() -> carry(stream), "iccl-mpi-stderr");
        thread.setDaemon(true);
        thread.start();
    }

    void awaitEnd(long limitMillis) throws InterruptedException {
        thread.join(Math.max(1, limitMillis));
    }

    private void carry(InputStream stream) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!isIgnored(line) && isNews()) {
                    System.err.println(line);
                    lastShown = System.nanoTime();
                }
            }
        } catch (IOException e) {
            System.err.println("icclrun: the MPI launcher's output is lost: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isIgnored(String line) {
        return ignored.contains(line.strip()) || CHANCE.matcher(line).find();
    }

    private boolean isNews() throws InterruptedException {
        boolean isInBurst = lastShown != 0 && System.nanoTime() - lastShown < BURST_NANOS;
        if (!isInBurst && !isEndKnown.getAsBoolean()) {
            Thread.sleep(NEWS_MILLIS);
        }
        return !isEndKnown.getAsBoolean();
    }
}
