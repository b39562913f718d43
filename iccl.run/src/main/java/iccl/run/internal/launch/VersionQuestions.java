package iccl.run.internal.launch;

import iccl.run.internal.text.Answer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Asks commands for their version, each once and not for long.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class VersionQuestions {
    private static final Duration VERSION_LIMIT = Duration.ofSeconds(10);
    /** How long one MPI is waited for when the other has answered. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Map<Path, FutureTask<String>> answers = new ConcurrentHashMap<>();
    /** Files that did not answer in time, by whatever name. */
    private final Set<Path> late = ConcurrentHashMap.newKeySet();

    // Under the lock.
    private final List<Thread> askers = new ArrayList<>();
    private boolean isAbandoned;

    /**
     * Runs them at once; returns when one is done and the others have had a little longer. They go on if they need to. Does
     * nothing once they were abandoned.
     *
     * @throws IllegalStateException when one has failed; one that fails later fails anew for who needs its answer
     */
    void ask(List<Runnable> questions) throws InterruptedException {
        Semaphore answered = new Semaphore(0);
        List<FutureTask<String>> asked = new ArrayList<>();
        for (Runnable question : questions) {
            FutureTask<String> task = new FutureTask<>(question, "") {
                /** However it ends. */
                @Override
                protected void done() {
                    answered.release();
                }
            };
            if (!start(task)) {
                return;
            }
            asked.add(task);
        }
        if (!asked.isEmpty()) {
            answered.acquire();
            answered.tryAcquire(asked.size() - 1, PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        }
        asked.stream().filter(FutureTask::isDone).forEach(VersionQuestions::get);
    }

    /** Whether it was not too late. */
    private synchronized boolean start(Runnable question) {
        if (isAbandoned) {
            return false;
        }
        Thread asker = new Thread(question, "iccl-ask-mpi");
        asker.setDaemon(true);
        askers.add(asker);
        asker.start();
        return true;
    }

    /** Ends those that go on; from now on none starts. */
    void abandon() {
        List<Thread> all = refuse();
        all.forEach(Thread::interrupt);
        for (Thread asker : all) {
            try {
                asker.join(PATIENCE.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized List<Thread> refuse() {
        isAbandoned = true;
        return List.copyOf(askers);
    }

    /** Asks a command once, whoever wants to know. */
    String answer(Path command) {
        FutureTask<String> task = new FutureTask<>(() -> question(command));
        FutureTask<String> known = answers.putIfAbsent(command, task);
        if (known == null) {
            task.run();
        }
        return get(known == null ? task : known);
    }

    private static String get(FutureTask<String> task) {
        try {
            return task.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Empty when it cannot be run or hangs: then it is no launcher that we could use. */
    private String question(Path command) {
        try {
            Path file = command.toRealPath();
            if (late.contains(file)) {
                return "";
            }
            Answer answer = Answer.of(List.of(command.toString(), "--version"), VERSION_LIMIT);
            if (answer.isLate()) {
                late.add(file);
            }
            return answer.isLate() ? "" : answer.text();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    /** What those said that have been asked; empty for one that cannot be run or hangs. */
    Map<Path, String> answers() {
        Map<Path, String> said = new HashMap<>();
        answers.forEach((command, task) -> {
            if (task.isDone()) {
                said.put(command, get(task));
            }
        });
        return said;
    }
}
