package iccl.kernel.internal.group;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.internal.progress.Task;
import iccl.kernel.internal.stream.WorkerStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operations that one thread collects between {@code groupStart} and {@code groupEnd}. Nothing is issued before the
 * end; then all of it runs at the same time, on the thread for operations without a stream, else on their streams. Groups are
 * used again, so that one that the program waits for puts nothing on the heap.
 *
 * <p>Threads: one.
 */
public final class Group {
    /** Below the number of tags, so that a group never waits for a tag that it holds itself. */
    static final int MOST_OPERATIONS = 8192;

    /** What a group keeps for the next one. */
    private static final int KEPT_OPERATIONS = 64;

    /** Those of this group, then spare ones. */
    private final List<PlannedCall> planned = new ArrayList<>();

    private final List<Task> ours = new ArrayList<>();
    private int count;
    private int depth;
    private boolean usesStreams;
    private @Nullable IcclException mistake;

    Group() {}

    void enter() {
        depth++;
    }

    /** Whether that was the outermost level. */
    boolean leave() {
        return --depth == 0;
    }

    /** What the next operation is to be checked into; it is of the group when it is {@link #add added}. */
    public PlannedCall next() {
        if (count == MOST_OPERATIONS) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "a group holds at most " + MOST_OPERATIONS + " operations; end it and start another");
        }
        if (count == planned.size()) {
            planned.add(new PlannedCall());
        }
        return planned.get(count);
    }

    /** Takes the {@link #next} operation in, which is complete. */
    public void add() {
        usesStreams |= planned.get(count).stream() != null;
        count++;
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
        for (int index = 0; index < count; index++) {
            PlannedCall call = planned.get(index);
            call.member().ensureUsable(call.call().operation());
        }
        if (usesStreams) {
            runOnStreams();
        } else if (count > 0 && !(isOfOneMember() && planned.get(0).member().runNow(planned, count))) {
            issueOurs();
            runHere();
        }
    }

    private boolean isOfOneMember() {
        for (int index = 1; index < count; index++) {
            if (planned.get(index).member() != planned.get(0).member()) {
                return false;
            }
        }
        return count <= KEPT_OPERATIONS;
    }

    private void runOnStreams() {
        IcclException refused = enqueue(issueAll());
        if (!ours.isEmpty()) {
            runHere();
        }
        if (refused != null) {
            throw refused;
        }
    }

    /** Makes it a new one. */
    void reset() {
        for (int index = 0; index < count; index++) {
            planned.get(index).forget();
        }
        if (usesStreams || count > KEPT_OPERATIONS) {
            // Streams may not have come to their calls yet.
            planned.clear();
        }
        ours.clear();
        count = 0;
        depth = 0;
        usesStreams = false;
        mistake = null;
    }

    private void issueOurs() {
        try {
            for (int index = 0; index < count; index++) {
                ours.add(issue(planned.get(index)));
            }
        } catch (IcclException e) {
            skip(ours, e);
            throw e;
        }
    }

    private static Task issue(PlannedCall call) {
        return call.member().issue(call);
    }

    private static void skip(List<Task> issued, IcclException why) {
        issued.forEach(task -> task.skip(why));
        issued.forEach(Task::settle);
    }

    /** The tasks of streams; those of the calling thread are {@link #ours}. */
    private Map<WorkerStream, List<Task>> issueAll() {
        Map<WorkerStream, List<Task>> shares = new LinkedHashMap<>();
        try {
            for (PlannedCall call : planned.subList(0, count)) {
                WorkerStream stream = call.stream();
                List<Task> share = stream == null ? ours : shares.computeIfAbsent(stream, each -> new ArrayList<>());
                share.add(issue(call));
            }
        } catch (IcclException e) {
            shares.values().forEach(issued -> skip(issued, e));
            skip(ours, e);
            throw e;
        }
        return shares;
    }

    private static @Nullable IcclException enqueue(Map<WorkerStream, List<Task>> shares) {
        IcclException refused = null;
        for (Map.Entry<WorkerStream, List<Task>> share : shares.entrySet()) {
            try {
                share.getKey().enqueue(share.getValue());
            } catch (IcclException e) {
                refused = e;
            }
        }
        return refused;
    }

    private void runHere() {
        for (int index = 0; index < ours.size(); index++) {
            Task task = ours.get(index);
            task.driver().submit(task);
        }
        planned.get(0).member().waiter().finish(ours);
    }
}
