package iccl.kernel.internal.progress;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of those operations that are not {@link Task.Order#FREE}: whose turn it is, and who has come too early.
 *
 * <p>Threads: one at a time; the driver's guard sees to it.
 */
final class Turns {
    private final List<Task> early = new ArrayList<>();
    private long next;

    boolean isTurn(long turn) {
        return turn == Task.ANY_TURN || turn == next;
    }

    /** Whether nobody has come too early. */
    boolean isEmpty() {
        return early.isEmpty();
    }

    void keep(Task task) {
        early.add(task);
    }

    /** Takes out one that came too early and whose turn it is now; null when there is none. */
    @Nullable
    Task poll() {
        for (int index = 0; index < early.size(); index++) {
            if (isTurn(early.get(index).turn())) {
                return early.remove(index);
            }
        }
        return null;
    }

    /** Takes out any that came too early; null when there is none. */
    @Nullable
    Task pollAny() {
        return early.isEmpty() ? null : early.remove(0);
    }

    /** An operation has started; whether its turn is over with that. */
    boolean passAtStart(Task task) {
        boolean passes = task.order() == Task.Order.STARTS_IN_ORDER;
        next += passes ? 1 : 0;
        return passes;
    }

    /** An operation has ended. */
    void passAtEnd(Task task) {
        if (task.order() == Task.Order.RUNS_IN_ORDER) {
            next++;
        }
    }
}
