package iccl.kernel.internal.communicator;

import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.progress.MachineSource;
import iccl.kernel.internal.progress.Task;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The machines of one communicator; each is used again by the next operation of its algorithm.
 *
 * <p>Threads: one at a time; the driver's guard sees to it.
 */
final class MachinePool implements MachineSource {
    private final Workbench bench;
    private final IdentityHashMap<Algorithm, Deque<Machine>> idle = new IdentityHashMap<>();
    private @Nullable Algorithm lastAlgorithm;
    private Deque<Machine> lastMachines = new ArrayDeque<>();

    MachinePool(Workbench bench) {
        this.bench = bench;
    }

    @Override
    public Machine take(Task task) {
        Machine machine = machinesOf(task.algorithm()).poll();
        return machine == null ? task.algorithm().machine().apply(bench) : machine;
    }

    /** Most operations are of the algorithm of the one before. */
    @SuppressWarnings("ReferenceEquality") // an identity map
    private Deque<Machine> machinesOf(Algorithm algorithm) {
        if (algorithm != lastAlgorithm) {
            lastMachines = idle.computeIfAbsent(algorithm, each -> new ArrayDeque<>());
            lastAlgorithm = algorithm;
        }
        return lastMachines;
    }

    @Override
    public void give(Task task, Machine machine) {
        if (Tags.isControl(task.tag())) {
            return;
        }
        machinesOf(task.algorithm()).push(machine);
    }
}
