package iccl.kernel.internal.group;

import iccl.api.Operation;
import iccl.kernel.internal.progress.Task;
import iccl.kernel.internal.progress.Waiter;

/** A communicator, as a group sees it. */
public interface GroupMember {
    /**
     * @throws iccl.api.IcclException when it takes no operations any more
     */
    void ensureUsable(Operation operation);

    /** Issues an operation: it takes its place in the order of the communicator. The caller runs and settles the task. */
    Task issue(PlannedCall planned);

    /** How the calling thread waits for this communicator. */
    Waiter waiter();
}
