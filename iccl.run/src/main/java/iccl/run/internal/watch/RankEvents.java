package iccl.run.internal.watch;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the ranks have told: each appends lines to one file, so that their order is the order of what happened. */
final class RankEvents {
    private static final String REMOTE_ERROR = "remoteError";
    private static final String ENDING = "ending";

    private final Path file;
    private final Map<Integer, Long> started = new LinkedHashMap<>();
    private final Map<Integer, Integer> ended = new LinkedHashMap<>();
    private final List<Failure> failures = new ArrayList<>();
    private long position;

    RankEvents(Path file) {
        this.file = file;
    }

    /**
     * A rank that failed.
     *
     * @param code the result code's title, or {@code -}
     */
    record Failure(int rank, int status, String code) {}

    /** Reads what is new. */
    synchronized void read() {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long length = in.length();
            if (length == position) {
                return;
            }
            byte[] bytes = new byte[(int) (length - position)];
            in.seek(position);
            in.readFully(bytes);
            String text = new String(bytes, StandardCharsets.US_ASCII);
            int complete = text.lastIndexOf('\n') + 1;
            position += complete;
            text.substring(0, complete).lines().forEach(this::accept);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void accept(String line) {
        String[] words = line.split(" ");
        if (words[0].equals(ENDING)) {
            return;
        }
        int rank = Integer.parseInt(words[1]);
        switch (words[0]) {
            case "start" -> started.put(rank, Long.parseLong(words[2]));
            case "fail" -> failures.add(new Failure(rank, Integer.parseInt(words[2]), words[3]));
            case "exit" -> {
                int status = Integer.parseInt(words[2]);
                ended.put(rank, status);
                if (status != 0 && failures.stream().noneMatch(failure -> failure.rank() == rank)) {
                    failures.add(new Failure(rank, status, "-"));
                }
            }
            case "done" -> {
                // For the other ranks: this one waits for them.
            }
            default -> throw new IllegalStateException("unknown event: " + line);
        }
    }

    /** Tells the ranks that the job ends, so that they do not wait for each other. */
    void tellEnding() throws IOException {
        Files.writeString(file, ENDING + "\n", StandardOpenOption.APPEND);
    }

    /** Records an end that the rank itself could not report. */
    synchronized void endedSilently(int rank, int status) {
        if (!ended.containsKey(rank)) {
            accept("exit " + rank + " " + status);
        }
    }

    /**
     * The rank to blame: the first that failed by itself; of those that failed because of another, the first when there is
     * none. Null when no rank has failed.
     */
    synchronized @Nullable Failure first() {
        for (Failure failure : failures) {
            if (!failure.code().equals(REMOTE_ERROR)) {
                return failure;
            }
        }
        return failures.isEmpty() ? null : failures.get(0);
    }

    /** Whether the first to blame is known, and not only its victims. */
    synchronized boolean isCulpritKnown() {
        Failure failure = first();
        return failure != null && !failure.code().equals(REMOTE_ERROR);
    }

    synchronized @Nullable Long processOf(int rank) {
        return started.get(rank);
    }

    /** The ranks that have started and not ended. */
    synchronized Set<Integer> running() {
        Set<Integer> ranks = new TreeSet<>(started.keySet());
        ranks.removeAll(ended.keySet());
        return ranks;
    }

    /** The process ids of their programs. */
    synchronized List<Long> runningProcesses() {
        return running().stream().map(started::get).toList();
    }
}
