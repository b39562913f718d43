package iccl.kernel.internal.progress;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.port.CollectiveCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What progress is made with: an endpoint that only counts, machines that a test has scripted, and an owner that listens. */
final class ProgressRig implements MachineSource, TaskOwner {
    static final String COMMUNICATOR = "rank 0 of world (2 ranks, scripted)";
    private static final Algorithm SCRIPTED =
            new Algorithm(Operation.BARRIER, "scripted", "", true, situation -> 0, bench -> ScriptedMachine.waiting());

    final CountingEndpoint endpoint = new CountingEndpoint();
    final Deque<ScriptedMachine> machines = new ArrayDeque<>();
    final List<Machine> given = new ArrayList<>();
    final List<Task> ended = new ArrayList<>();
    final Driver driver = new Driver(endpoint, this, COMMUNICATOR, () -> false);

    @Nullable
    RuntimeException thrownByTake;

    int adoptions;

    ProgressRig with(ScriptedMachine... next) {
        machines.addAll(List.of(next));
        return this;
    }

    /** An operation of that kind which is free. */
    Task task(Operation operation) {
        return task(operation, Task.Order.FREE, Task.ANY_TURN);
    }

    Task task(Operation operation, Task.Order order, long turn) {
        Task task = new Task(driver, this);
        task.prepare(call(operation), SCRIPTED, 0, false);
        task.order(1, order, turn);
        return task;
    }

    /** An operation that may run without progress for so long. */
    Task limited(long timeoutNs) {
        Task task = new Task(driver, this);
        task.prepare(call(Operation.BARRIER), SCRIPTED, timeoutNs, false);
        task.order(1, Task.Order.FREE, Task.ANY_TURN);
        return task;
    }

    /** A reserve of a sprint for an operation of that kind. */
    Task reserve(Operation operation, Task.Order order, long turn) {
        Task task = new Task(driver, this);
        task.reserve(call(operation), SCRIPTED, 0);
        task.order(Task.NO_TAG, order, turn);
        return task;
    }

    Task reserve(Operation operation) {
        return reserve(operation, Task.Order.FREE, Task.ANY_TURN);
    }

    private static CollectiveCall call(Operation operation) {
        return new CollectiveCall(operation, 0, 0, 1, Datatype.INT8, null, 1);
    }

    @Override
    public Machine take(Task task) {
        if (thrownByTake != null && machines.isEmpty()) {
            throw thrownByTake;
        }
        return machines.remove();
    }

    @Override
    public void give(Task task, Machine machine) {
        given.add(machine);
    }

    @Override
    public void onAdopted() {
        adoptions++;
    }

    @Override
    public void onEnd(Task task) {
        ended.add(task);
    }

    @Override
    public void onSettled(Task task) {
        // They are not used again.
    }
}
