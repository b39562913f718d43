package iccl.kernel.internal.progress;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.port.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the thread does that is in an endpoint: it begins the tasks whose turn it is, steps the machines of all that run, and ends
 * those that are done. The first failure of a task is the failure of the whole: the ranks are out of step then. Everything that
 * runs ends with it, and the peers are told.
 *
 * <p>Threads: one at a time; the driver's guard sees to it. {@link #breakDown(IcclException)} may be called by any.
 */
final class DutyCycle {
    /** A pause between two cycles that is longer than this means that the process was stopped, not that a peer is slow. */
    private static final long SUSPENSION_NS = TimeUnit.SECONDS.toNanos(2);

    private final Endpoint endpoint;
    private final MachineSource machines;
    private final String communicator;
    private final Fate fate;
    private final List<Task> running = new ArrayList<>();
    private final Turns turns = new Turns();
    private long nowNs;

    /**
     * @param communicator for messages: {@code rank 1 of world (4 ranks, local)}
     */
    DutyCycle(Endpoint endpoint, MachineSource machines, String communicator, Fate fate) {
        this.endpoint = endpoint;
        this.machines = machines;
        this.communicator = communicator;
        this.fate = fate;
    }

    Turns turns() {
        return turns;
    }

    /** Whether nothing is under way here. */
    boolean isIdle() {
        return running.isEmpty() && turns.isEmpty() && fate.failure() == null;
    }

    /** It is that time now. A pause in which the process did not run is no task's fault. */
    void at(long now) {
        long pauseNs = now - nowNs;
        nowNs = now;
        if (pauseNs > SUSPENSION_NS) {
            for (Task task : running) {
                task.forgive(pauseNs);
            }
        }
    }

    /** Starts a task, or keeps it until its turn comes. */
    void begin(Task task) {
        IcclException why = fate.failure();
        if (why != null) {
            task.end(Failures.because(why, task.call().operation(), communicator));
            return;
        }
        if (!turns.isTurn(task.turn())) {
            turns.keep(task);
            return;
        }
        try {
            task.run(machines.take(task), nowNs);
            running.add(task);
            if (turns.passAtStart(task)) {
                step(task); // posts it, before the next turn begins
            }
        } catch (Throwable thrown) { // also errors: the other ranks must not wait for what will never come
            if (task.isRunning()) {
                running.add(task);
                fail(task, Failures.of(thrown, task, communicator));
            } else {
                task.end(breakDown(Failures.of(thrown, task, communicator), task));
            }
        }
    }

    /** Makes a running task of what a sprint has begun. */
    void takeOver(Task reserve, @Nullable Throwable thrown) {
        nowNs = System.nanoTime();
        reserve.adopt(nowNs);
        running.add(reserve);
        if (thrown != null) {
            fail(reserve, Failures.of(thrown, reserve, communicator));
        }
    }

    /**
     * Goes on with everything as far as is possible now.
     *
     * @return how much was done
     */
    int advance() {
        int work = beginEarly();
        // Backwards, since a task leaves the list when it ends.
        for (int index = running.size() - 1; index >= 0 && fate.failure() == null; index--) {
            work += step(running.get(index));
        }
        IcclException why = fate.failure();
        if (why != null) {
            failRunning(why);
            beginEarly();
        }
        return work;
    }

    /** Begins those whose turn has come; one may be the predecessor of the next. After a failure all of them end. */
    private int beginEarly() {
        int begun = 0;
        for (Task task = nextEarly(); task != null; task = nextEarly()) {
            begin(task);
            begun++;
        }
        return begun;
    }

    private @Nullable Task nextEarly() {
        return fate.failure() == null ? turns.poll() : turns.pollAny();
    }

    private int step(Task task) {
        try {
            int work = task.step(nowNs);
            Machine machine = task.machine();
            if (machine.isFinished()) {
                finish(task, machine);
                return work + 1;
            }
            if (work == 0 && task.isOverdue(nowNs)) {
                fail(task, Failures.timeout(task, communicator));
            }
            return work;
        } catch (Throwable thrown) { // also errors, as in begin
            fail(task, Failures.of(thrown, task, communicator));
            return 1;
        }
    }

    private void finish(Task task, Machine machine) {
        running.remove(task);
        turns.passAtEnd(task);
        IcclException failure = machine.failure();
        if (failure == null) {
            machines.give(task, machine);
            task.end(null);
            return;
        }
        IcclException why = Failures.of(failure, task, communicator);
        task.end(machine.failedInStep() ? why : breakDown(why, task));
    }

    private void fail(Task task, IcclException why) {
        end(task, breakDown(why, task));
    }

    private void failRunning(IcclException why) {
        while (!running.isEmpty()) {
            Task task = running.get(0);
            end(task, Failures.because(why, task.call().operation(), communicator));
        }
    }

    /** Ends a running task; that its transport may be gone already must not keep it from ending. */
    private void end(Task task, IcclException why) {
        // First of all: whoever waits may use the task again as soon as it has ended.
        running.remove(task);
        try {
            Machine machine = task.machine();
            if (!machine.isFinished()) {
                machine.fail(why);
            }
        } catch (RuntimeException | Error e) { // also errors: of a bundle that is gone no more classes can be loaded
            why.addSuppressed(e);
        }
        task.end(why);
    }

    /** What a task ends with whose machine could not be had. */
    IcclException broken(Throwable thrown, Task task) {
        return breakDown(Failures.of(thrown, task, communicator), task);
    }

    /** What a task ends with that found a failure: this, or the one that came before and may have caused it. */
    private IcclException breakDown(IcclException why, Task task) {
        IcclException first = breakDown(why);
        return first == why ? why : Failures.because(first, task.call().operation(), communicator);
    }

    /** Remembers the first failure and tells the peers; returns the first. */
    IcclException breakDown(IcclException why) {
        IcclException first = fate.decide(why);
        if (fate.isTurnToTell()) {
            try {
                endpoint.abort();
            } catch (RuntimeException | Error e) { // as in end
                why.addSuppressed(e);
            }
        }
        return first;
    }
}
