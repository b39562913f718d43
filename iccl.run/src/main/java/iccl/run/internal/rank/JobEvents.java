package iccl.run.internal.rank;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The file in the job's directory to which every rank appends what happens to it, a line each; the launcher reads it.
 *
 * @param file in the job's directory
 * @param rank this rank's number
 */
record JobEvents(Path file, String rank) {
    private static final long POLL_MILLIS = 10;

    static JobEvents of(Path directory, RankIdentity rank) {
        return new JobEvents(directory.resolve("events"), rank.number());
    }

    void append(String event) throws IOException {
        Files.write(
                file,
                (event + "\n").getBytes(StandardCharsets.US_ASCII),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /**
     * Says that this rank is done, and waits until the launcher says that all are or that the job ends. The launcher bounds
     * the wait: it ends all ranks when one fails or the job's time is up.
     *
     * @return false when one has failed
     */
    boolean awaitAllDone() throws IOException, InterruptedException {
        append("done " + rank);
        while (true) {
            for (String line : read()) {
                if (line.equals("finish")) {
                    return true;
                }
                if (isEnding(line.split(" "))) {
                    return false;
                }
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Whether a rank has failed, or the launcher ends the job for another reason. */
    boolean isJobEnding() {
        try {
            return read().stream().anyMatch(line -> isEnding(line.split(" ")));
        } catch (IOException e) {
            // The job's directory is gone, and with it the job.
            return true;
        }
    }

    private List<String> read() throws IOException {
        return Files.readAllLines(file, StandardCharsets.US_ASCII);
    }

    private static boolean isEnding(String[] words) {
        return words[0].equals("fail")
                || words[0].equals("ending")
                || (words[0].equals("exit") && words.length > 2 && !words[2].equals("0"));
    }
}
