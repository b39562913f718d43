package iccl.kernel.internal.communicator;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.group.PlannedCall;
import iccl.kernel.internal.progress.Driver;
import iccl.kernel.internal.progress.Failures;
import iccl.kernel.internal.progress.MachineSource;
import iccl.kernel.internal.progress.Sprint;
import iccl.kernel.internal.progress.Task;
import iccl.kernel.internal.progress.TaskOwner;
import iccl.kernel.internal.progress.Waiter;
import iccl.kernel.internal.select.Algorithms;
import iccl.kernel.port.CollectiveCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives each operation of a communicator its place in the order, and counts what is under way. Tasks are reused.
 *
 * <p>Threads: one at a time issues; operations end on any thread.
 */
final class Issuer implements TaskOwner {
    private final Driver driver;
    private final Chooser chooser;
    private final Waiter waiter;
    private final Tags tags = new Tags();
    private final AtomicInteger open = new AtomicInteger();
    /** Guarded by itself. */
    private final Deque<Task> spare = new ArrayDeque<>();

    private final Sprint sprint;

    /** For operations that are run at once and take longer. */
    private final List<Task> reserves = new ArrayList<>();

    /** Those of them that have become tasks. */
    private final List<Task> takenOver = new ArrayList<>();

    private long turns;
    private volatile @Nullable IcclException asyncError;

    Issuer(Driver driver, MachineSource machines, Chooser chooser, Waiter waiter, boolean crowded) {
        this.sprint = new Sprint(driver, machines, crowded);
        this.driver = driver;
        this.chooser = chooser;
        this.waiter = waiter;
    }

    /** How the calling thread waits for what is issued. */
    Waiter waiter() {
        return waiter;
    }

    /** The operation as a task, for the caller to run and settle. */
    Task issue(PlannedCall planned, Settings settings) {
        int spaces = Spaces.of(planned.call(), planned.send(), planned.recv());
        Algorithm algorithm = chooser.choose(planned.call(), spaces, settings);
        Task task = issue(planned.call(), algorithm, planned.stream() != null, settings);
        task.keepAlive(planned.send(), planned.recv());
        return task;
    }

    private Task issue(CollectiveCall call, Algorithm algorithm, boolean onStream, Settings settings) {
        int tag = tagOf(call, algorithm, settings);
        Task task = spareTask();
        task.prepare(call, algorithm, settings.timeoutNs(), onStream);
        task.order(tag, orderOf(algorithm), orderOf(algorithm) == Task.Order.FREE ? Task.ANY_TURN : turns++);
        open.incrementAndGet();
        return task;
    }

    private int tagOf(CollectiveCall call, Algorithm algorithm, Settings settings) {
        if (isSharedMessage(algorithm)) {
            return tags.count(call);
        }
        // Ranks that run it at once take no tag, so no rank does; unless it is checked first, by messages.
        boolean isTagged = !algorithm.name().equals(Algorithms.SHARED) || settings.check();
        return isTagged ? takeTag(call) : Task.NO_TAG;
    }

    private static Task.Order orderOf(Algorithm algorithm) {
        if (algorithm.operation().isPointToPoint()) {
            return Task.Order.FREE;
        }
        return switch (algorithm.name()) {
            case Algorithms.NATIVE -> Task.Order.STARTS_IN_ORDER;
            case Algorithms.SHARED, Algorithms.HIERARCHICAL -> Task.Order.RUNS_IN_ORDER;
            default -> Task.Order.FREE;
        };
    }

    /**
     * Runs an operation on this thread and returns when it is done. The caller keeps the buffers alive.
     *
     * @param spaces where this rank's buffers are, as {@link Spaces} numbers it
     */
    void run(CollectiveCall call, int spaces, Settings settings) {
        Algorithm algorithm = chooser.choose(call, spaces, settings);
        boolean isChecked = settings.check() && !call.operation().isPointToPoint();
        boolean isAtOnce = algorithm.name().equals(Algorithms.SHARED) && !isChecked;
        if (!isAtOnce || !runNow(call, algorithm, settings)) {
            run(issue(call, algorithm, false, settings));
        }
    }

    private static boolean isSharedMessage(Algorithm algorithm) {
        return algorithm.operation().isPointToPoint() && algorithm.name().equals(Algorithms.SHARED);
    }

    /** Whether it has been run; it has not when something else is under way. */
    private boolean runNow(CollectiveCall call, Algorithm algorithm, Settings settings) {
        reserve(0, call, algorithm, settings);
        return runReserved(1);
    }

    /**
     * Runs operations together on this thread, as {@link iccl.kernel.internal.group.GroupMember#runNow} says; those are messages
     * through shared memory, all of them. The caller keeps the buffers alive.
     */
    boolean runNow(List<PlannedCall> planned, int count, Settings settings) {
        for (int index = 0; index < count; index++) {
            CollectiveCall call = planned.get(index).call();
            Algorithm algorithm = chooser.choose(call, Spaces.HOST, settings);
            if (!isSharedMessage(algorithm)) {
                return false;
            }
            reserve(index, call, algorithm, settings);
        }
        return runReserved(count);
    }

    private void reserve(int index, CollectiveCall call, Algorithm algorithm, Settings settings) {
        if (index == reserves.size()) {
            reserves.add(spareTask());
        }
        reserves.get(index).reserve(call, algorithm, settings.timeoutNs());
    }

    private boolean runReserved(int count) {
        if (!sprint.begin()) {
            return false;
        }
        boolean isDone;
        try {
            if (!order(count)) {
                return false;
            }
            isDone = sprint.run(reserves, count);
        } finally {
            sprint.end();
        }
        if (!isDone) {
            waiter.finish(takenOver());
        }
        return true;
    }

    /** Gives those that are to run their place in the order; false for a collective whose turn it is not. */
    private boolean order(int count) {
        for (int index = 0; index < count; index++) {
            Task task = reserves.get(index);
            if (task.call().operation().isPointToPoint()) {
                task.order(tags.count(task.call()), Task.Order.FREE, Task.ANY_TURN);
            } else if (driver.isTurn(turns)) {
                task.order(Task.NO_TAG, Task.Order.RUNS_IN_ORDER, turns++);
            } else {
                return false;
            }
        }
        return true;
    }

    /** Those that became tasks; they are reserves no more. */
    private List<Task> takenOver() {
        takenOver.clear();
        for (int index = 0; index < reserves.size(); index++) {
            if (reserves.get(index).isTaken()) {
                takenOver.add(reserves.get(index));
            }
        }
        reserves.removeAll(takenOver);
        return takenOver;
    }

    /** The same for memory of the host that is kept alive otherwise. */
    void run(CollectiveCall call, Settings settings) {
        run(call, Spaces.HOST, settings);
    }

    /** Runs a machine that takes no place in the order. */
    void runControl(int tag, Function<Workbench, Machine> machine) {
        CollectiveCall call = new CollectiveCall(Operation.BARRIER, 0, 0, 0, Datatype.UINT8, null, 0);
        Algorithm once = new Algorithm(Operation.BARRIER, "control", "", true, situation -> -1, machine);
        Task task = spareTask();
        task.prepare(call, once, 0, false);
        task.order(tag, Task.Order.FREE, Task.ANY_TURN);
        open.incrementAndGet();
        run(task);
    }

    private void run(Task task) {
        driver.submit(task);
        await(task);
    }

    private void await(Task task) {
        waiter.await(task);
        IcclException why = task.settle();
        if (why != null) {
            throw why;
        }
    }

    /** Waits for the tag of an operation thousands of operations ago, if that still runs. */
    int takeTag(CollectiveCall call) {
        int tag = tags.take(call);
        while (tag == Tags.NONE) {
            waiter.await(driver, () -> tags.hasNext(call) || driver.failure() != null);
            IcclException failure = driver.failure();
            if (failure != null) {
                throw Failures.because(failure, call.operation(), driver.communicator());
            }
            tag = tags.take(call);
        }
        return tag;
    }

    /** Gives back a tag that no task has. */
    void giveTag(CollectiveCall call, int tag) {
        tags.give(call, tag);
    }

    private Task spareTask() {
        synchronized (spare) {
            Task task = spare.poll();
            return task == null ? new Task(driver, this) : task;
        }
    }

    @Override
    public void onAdopted() {
        open.incrementAndGet();
    }

    @Override
    public void onEnd(Task task) {
        if (task.isOnStream() && task.failure() != null && asyncError == null) {
            asyncError = task.failure();
        }
        if (task.tag() != Task.NO_TAG && !Tags.isControl(task.tag())) {
            tags.give(task.call(), task.tag());
        }
        open.decrementAndGet();
    }

    @Override
    public void onSettled(Task task) {
        synchronized (spare) {
            spare.push(task);
        }
    }

    /** Whether anything is under way. */
    boolean isBusy() {
        return open.get() > 0 || driver.isEntered();
    }

    /** Waits until nothing is under way. */
    void awaitAll() {
        waiter.await(driver, () -> !isBusy());
    }

    @Nullable
    IcclException asyncError() {
        return asyncError;
    }
}
