package iccl.kernel.internal.communicator;

import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.progress.MachineSource;
import iccl.kernel.internal.progress.Task;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;

/**
 * The machines of one communicator; each is used again by the next operation of its algorithm.
 *
 * <p>Threads: one at a time; the driver's guard sees to it.
 */
final class MachinePool implements MachineSource {
    private final Workbench bench;
    private final IdentityHashMap<Algorithm, Deque<Machine>> idle = new IdentityHashMap<>();

    MachinePool(Workbench bench) {
        this.bench = bench;
    }

    @Override
    public Machine take(Task task) {
        Deque<Machine> machines = idle.get(task.algorithm());
        Machine machine = machines == null ? null : machines.poll();
        return machine == null ? task.algorithm().machine().apply(bench) : machine;
    }

    @Override
    public void give(Task task, Machine machine) {
        if (Tags.isControl(task.tag())) {
            return;
        }
        idle.computeIfAbsent(task.algorithm(), algorithm -> new ArrayDeque<>()).push(machine);
    }
}
