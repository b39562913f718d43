package iccl.run.internal.ssh;

import iccl.run.internal.cluster.Node;
import iccl.run.internal.launch.UserMistake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Does something with all nodes at once, and tells the troubles of all. */
public final class InParallel {
    private InParallel() {}

    /** What is done for one node. */
    public interface Task<N, R> {
        R run(N item) throws NodeUnreachable, IOException, InterruptedException;
    }

    /**
     * What came of one node.
     *
     * @param result null when there is a trouble
     */
    public record Outcome<R>(@Nullable R result, @Nullable SshTrouble trouble) {}

    /**
     * Waits for all, and returns their results in the order of the nodes.
     *
     * @param nodeOf the node that an item belongs to, for messages
     * @throws UserMistake with the troubles of all nodes that have one
     */
    public static <N, R> List<R> all(List<N> items, Function<N, Node> nodeOf, Task<N, R> task)
            throws InterruptedException {
        List<R> results = new ArrayList<>();
        StringBuilder troubles = new StringBuilder();
        int failed = 0;
        List<Outcome<R>> outcomes = outcomes(items, task);
        for (int i = 0; i < items.size(); i++) {
            Outcome<R> outcome = outcomes.get(i);
            if (outcome.trouble() != null) {
                failed++;
                troubles.append("\n  ").append(nodeOf.apply(items.get(i)).label());
                troubles.append(": ").append(outcome.trouble().reason());
                if (!outcome.trouble().remedy().isEmpty()) {
                    troubles.append("\n    ").append(outcome.trouble().remedy());
                }
            } else if (outcome.result() != null) {
                results.add(outcome.result());
            }
        }
        if (failed > 0) {
            throw new UserMistake(failed + " of " + items.size() + " nodes cannot be used:" + troubles, "");
        }
        return results;
    }

    /** Waits for all, and returns what came of each, in the order of the items. */
    public static <N, R> List<Outcome<R>> outcomes(List<N> items, Task<N, R> task) throws InterruptedException {
        List<Callable<Outcome<R>>> calls = new ArrayList<>();
        items.forEach(item -> calls.add(() -> attempt(item, task)));
        return invoke(calls);
    }

    private static <N, R> Outcome<R> attempt(N item, Task<N, R> task) throws InterruptedException {
        try {
            return new Outcome<>(task.run(item), null);
        } catch (NodeUnreachable e) {
            return new Outcome<>(null, e.trouble());
        } catch (IOException e) {
            return new Outcome<>(null, new SshTrouble(e.toString(), ""));
        }
    }

    private static <T> List<T> invoke(List<Callable<T>> calls) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(Math.max(1, calls.size()), work -> {
            Thread thread = new Thread(work, "iccl-each-node");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException known) {
                throw known;
            }
            throw new IllegalStateException(e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }
}
