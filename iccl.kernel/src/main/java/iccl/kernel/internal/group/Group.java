package iccl.kernel.internal.group;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.progress.Task;
import iccl.kernel.internal.stream.WorkerStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The operations that one thread collects between {@code groupStart} and {@code groupEnd}. Nothing is issued before the
 * end; then all of it runs at the same time, on the thread for operations without a stream, else on their streams.
 *
 * <p>Threads: one.
 */
public final class Group {
    /** Below the number of tags, so that a group never waits for a tag that it holds itself. */
    static final int MOST_OPERATIONS = 8192;

    private final List<PlannedCall> planned = new ArrayList<>();
    private int depth = 1;
    private @Nullable IcclException mistake;

    Group() {}

    void enter() {
        depth++;
    }

    /** Whether that was the outermost level. */
    boolean leave() {
        return --depth == 0;
    }

    /** Takes an operation in. */
    public void add(PlannedCall call) {
        if (planned.size() == MOST_OPERATIONS) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "a group holds at most " + MOST_OPERATIONS + " operations; end it and start another");
        }
        planned.add(call);
    }

    /** An operation was refused: the group will not run. */
    public void spoil(IcclException why) {
        if (mistake == null) {
            mistake = why;
        }
    }

    void run() {
        if (mistake != null) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "nothing of the group was run, since one of its operations was refused: " + mistake.getMessage(),
                    mistake);
        }
        for (PlannedCall call : planned) {
            call.member().ensureUsable(call.call().operation());
        }
        Map<@Nullable WorkerStream, List<Task>> shares = issueAll();
        List<Task> ours = shares.remove(null);
        IcclException refused = enqueue(shares);
        if (ours != null) {
            runHere(ours);
        }
        if (refused != null) {
            throw refused;
        }
    }

    /** The tasks by stream; those of the calling thread under null. */
    private Map<@Nullable WorkerStream, List<Task>> issueAll() {
        Map<@Nullable WorkerStream, List<Task>> shares = new LinkedHashMap<>();
        try {
            for (PlannedCall call : planned) {
                Task task = call.member().issue(call);
                shares.computeIfAbsent(call.stream(), each -> new ArrayList<>()).add(task);
            }
        } catch (IcclException e) {
            for (List<Task> issued : shares.values()) {
                issued.forEach(task -> task.skip(e));
                issued.forEach(Task::settle);
            }
            throw e;
        }
        return shares;
    }

    private static @Nullable IcclException enqueue(Map<@Nullable WorkerStream, List<Task>> shares) {
        IcclException refused = null;
        for (Map.Entry<@Nullable WorkerStream, List<Task>> share : shares.entrySet()) {
            try {
                Objects.requireNonNull(share.getKey()).enqueue(share.getValue());
            } catch (IcclException e) {
                refused = e;
            }
        }
        return refused;
    }

    private void runHere(List<Task> tasks) {
        for (Task task : tasks) {
            task.driver().submit(task);
        }
        planned.get(0).member().waiter().await(tasks);
        IcclException first = null;
        for (Task task : tasks) {
            IcclException why = task.settle();
            if (first == null) {
                first = why;
            } else if (why != null) {
                first.addSuppressed(why);
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
