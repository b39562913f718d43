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
import iccl.kernel.internal.progress.Task;
import iccl.kernel.internal.progress.TaskOwner;
import iccl.kernel.internal.progress.Waiter;
import iccl.kernel.internal.select.Algorithms;
import iccl.kernel.port.CollectiveCall;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Gives each operation of a communicator its place in the order, and counts what is under way. Tasks are reused.
 *
 * <p>Threads: one at a time issues; operations end on any thread.
 */
final class Issuer implements TaskOwner {
    private static final int STEPS = 1000;
    /** While this rank tries, the one that it waits for may not have a core. */
    private static final int STEPS_IN_A_CROWD = 2;

    private final Driver driver;
    private final Chooser chooser;
    private final Waiter waiter;
    private final Tags tags = new Tags();
    private final AtomicInteger open = new AtomicInteger();
    /** Guarded by itself. */
    private final Deque<Task> spare = new ArrayDeque<>();

    /** How often an operation is tried at once before it becomes a task. */
    private final int steps;

    /** For an operation that is run at once and takes longer. */
    private Task reserve;

    private long turns;
    private volatile @Nullable IcclException asyncError;

    Issuer(Driver driver, Chooser chooser, Waiter waiter, boolean crowded) {
        this.steps = crowded ? STEPS_IN_A_CROWD : STEPS;
        this.reserve = new Task(driver, this);
        this.driver = driver;
        this.chooser = chooser;
        this.waiter = waiter;
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
        boolean isShared = algorithm.name().equals(Algorithms.SHARED);
        if (isShared && call.operation().isPointToPoint()) {
            return tags.count(call);
        }
        // Ranks that run it at once take no tag, so no rank does; unless it is checked first, by messages.
        return isShared && !settings.check() ? Task.NO_TAG : takeTag(call);
    }

    private static Task.Order orderOf(Algorithm algorithm) {
        if (algorithm.operation().isPointToPoint()) {
            return Task.Order.FREE;
        }
        return switch (algorithm.name()) {
            case Algorithms.NATIVE -> Task.Order.STARTS_IN_ORDER;
            case Algorithms.SHARED -> Task.Order.RUNS_IN_ORDER;
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
        if (orderOf(algorithm) != Task.Order.RUNS_IN_ORDER || settings.check() || !runNow(call, algorithm, settings)) {
            run(issue(call, algorithm, false, settings));
        }
    }

    /** Whether it has been run; it has not when something else is under way. */
    private boolean runNow(CollectiveCall call, Algorithm algorithm, Settings settings) {
        Task task = reserve;
        task.reserve(algorithm, turns, settings.timeoutNs());
        Driver.Now now = driver.runNow(call, task, steps);
        if (now == Driver.Now.REFUSED) {
            return false;
        }
        turns++;
        if (now == Driver.Now.TASK) {
            reserve = spareTask();
            await(task);
        }
        return true;
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
            int before = open.get();
            waiter.await(driver, () -> open.get() < before || driver.failure() != null);
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
        return open.get() > 0;
    }

    /** Waits until nothing is under way. */
    void awaitAll() {
        waiter.await(driver, () -> open.get() == 0);
    }

    @Nullable
    IcclException asyncError() {
        return asyncError;
    }
}
