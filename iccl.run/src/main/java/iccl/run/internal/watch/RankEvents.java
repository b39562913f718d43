package iccl.run.internal.watch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What the ranks have told: each appends lines to its node's file, so that their order is that of what happened. */
final class RankEvents {
    private static final String REMOTE_ERROR = "remoteError";
    /** Tells the ranks that the job ends, so that they do not wait for each other. */
    static final String ENDING = "ending";
    /** Tells the ranks that all are done. */
    static final String FINISH = "finish";

    /** The statuses of a rank that somebody killed, by SIGKILL or SIGTERM. */
    private static final Set<Integer> KILLED = Set.of(128 + 9, 128 + 15);

    private final Map<Integer, Long> started = new LinkedHashMap<>();
    private final Map<Integer, Integer> ended = new LinkedHashMap<>();
    private final Set<Integer> done = new TreeSet<>();
    private final List<Failure> failures = new ArrayList<>();
    private boolean isSettled;

    /**
     * A rank that failed.
     *
     * @param code the result code's title, or {@code -}
     */
    record Failure(int rank, int status, String code) {}

    /** Takes one line. */
    synchronized void accept(String line) {
        String[] words = line.split(" ");
        if (words[0].equals(ENDING) || words[0].equals(FINISH)) {
            return;
        }
        int rank = Integer.parseInt(words[1]);
        switch (words[0]) {
            case "start" -> started.put(rank, Long.parseLong(words[2]));
            case "fail" -> blame(new Failure(rank, Integer.parseInt(words[2]), words[3]));
            case "exit" -> {
                int status = Integer.parseInt(words[2]);
                ended.put(rank, status);
                if (status != 0 && failures.stream().noneMatch(failure -> failure.rank() == rank)) {
                    blame(new Failure(rank, status, "-"));
                }
            }
            case "done" -> done.add(rank);
            default -> throw new IllegalStateException("unknown event: " + line);
        }
    }

    private void blame(Failure failure) {
        if (!isSettled || !KILLED.contains(failure.status())) {
            failures.add(failure);
        }
    }

    /**
     * Remembers whether so many ranks have said that they are done and none has failed. From then on nobody is blamed for
     * being killed: MPI's launcher does that to ranks whose MPI does not end. A rank that ends badly by itself still is.
     */
    synchronized boolean settle(int size) {
        isSettled = done.size() >= size && failures.isEmpty();
        return isSettled;
    }

    synchronized boolean isSettled() {
        return isSettled;
    }

    /** Whether so many ranks have said that they are done, or have ended. */
    synchronized boolean areDone(int size) {
        Set<Integer> ranks = new TreeSet<>(done);
        ranks.addAll(ended.keySet());
        return ranks.size() >= size;
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

    /** The process ids of the programs of those of {@code ranks}. */
    synchronized List<Long> runningProcesses(List<Integer> ranks) {
        return running().stream().filter(ranks::contains).map(started::get).toList();
    }
}
