package iccl.kernel.internal.group;

import iccl.api.Operation;
import iccl.kernel.internal.progress.Task;
import iccl.kernel.internal.progress.Waiter;
import java.util.List;

/** A communicator, as a group sees it. */
public interface GroupMember {
    /**
     * @throws iccl.api.IcclException when it takes no operations any more
     */
    void ensureUsable(Operation operation);

    /** Issues an operation: it takes its place in the order of the communicator. The caller runs and settles the task. */
    Task issue(PlannedCall planned);

    /**
     * Runs operations, all of this communicator, on the calling thread and returns when they are done.
     *
     * @param count how many of the list
     * @return false when this cannot be done at once: nothing was done
     */
    boolean runNow(List<PlannedCall> planned, int count);

    /** How the calling thread waits for this communicator. */
    Waiter waiter();
}
