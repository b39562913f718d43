package iccl.kernel.internal.progress;

import iccl.kernel.internal.collective.Machine;

/** Lends machines to a driver. Called by the one thread that is in the endpoint. */
public interface MachineSource {
    /** A machine of the task's algorithm. */
    Machine take(Task task);

    /** Takes back a machine that has finished its task well. One that failed never comes back. */
    void give(Task task, Machine machine);
}
