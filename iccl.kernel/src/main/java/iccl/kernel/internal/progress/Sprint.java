package iccl.kernel.internal.progress;

import iccl.kernel.internal.collective.Machine;
import iccl.kernel.port.CollectiveCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs operations at once on the calling thread, without tasks if they are soon done: nothing goes on the heap, and nothing is
 * handed from thread to thread. Between {@link #begin} and {@link #end} no other thread is in the endpoint.
 *
 * <p>Threads: one at a time.
 */
public final class Sprint {
    private final Driver driver;
    private final MachineSource machines;
    private final int steps;

    /**
     * @param steps how often to try before tasks take over
     */
    public Sprint(Driver driver, MachineSource machines, int steps) {
        this.driver = driver;
        this.machines = machines;
        this.steps = steps;
    }

    /** Whether it can begin; it cannot when something else is under way. */
    public boolean begin() {
        return driver.tryEnterAlone();
    }

    public void end() {
        driver.leave();
    }

    /**
     * Runs an operation that {@link Task.Order#RUNS_IN_ORDER runs in order} and whose turn it is.
     *
     * @param reserve a {@link Task#reserve reserved} task
     * @return whether it has ended well; else it has failed or takes longer, and the task has taken it over and is to be waited
     *     for
     */
    public boolean run(CollectiveCall call, Task reserve) {
        Machine machine = machines.take(reserve);
        Throwable thrown = start(call, reserve, machine);
        for (int tries = 0; tries < steps && thrown == null && !machine.isFinished(); tries++) {
            thrown = step(machine);
        }
        if (hasEndedWell(machine, thrown)) {
            driver.passTurn();
            machines.give(reserve, machine);
            return true;
        }
        driver.takeOver(reserve, call, machine, thrown);
        return false;
    }

    /**
     * Runs operations that are {@link Task.Order#FREE}, all at the same time.
     *
     * @param reserves a reserved task with its call for each
     * @return whether all have ended well; else each that has not is a task that has taken it over, and is to be waited for
     */
    public boolean runTogether(List<Task> reserves) {
        Throwable thrown = null;
        int started = 0;
        for (int index = 0; index < reserves.size(); index++) {
            Task reserve = reserves.get(index);
            reserve.lend(machines.take(reserve));
            if (thrown == null) {
                thrown = start(reserve.call(), reserve, reserve.machine());
                started += thrown == null ? 1 : 0;
            }
        }
        int open = started;
        for (int tries = 0; tries < steps && thrown == null && open > 0; tries++) {
            open = 0;
            for (int index = 0; index < started && thrown == null; index++) {
                Machine machine = reserves.get(index).machine();
                if (!machine.isFinished()) {
                    thrown = step(machine);
                    open += machine.isFinished() ? 0 : 1;
                }
            }
        }
        return settle(reserves, started, thrown);
    }

    /**
     * @param started how many have been; what was thrown is told the first that has not ended well
     */
    private boolean settle(List<Task> reserves, int started, @Nullable Throwable thrown) {
        Throwable untold = thrown;
        boolean haveAllEndedWell = true;
        for (int index = 0; index < reserves.size(); index++) {
            Task reserve = reserves.get(index);
            Machine machine = reserve.machine();
            if (index < started && hasEndedWell(machine, null)) {
                machines.give(reserve, machine);
            } else {
                driver.takeOver(reserve, reserve.call(), machine, untold);
                untold = null;
                haveAllEndedWell = false;
            }
        }
        return haveAllEndedWell;
    }

    private static boolean hasEndedWell(Machine machine, @Nullable Throwable thrown) {
        return thrown == null && machine.isFinished() && machine.failure() == null;
    }

    /** What was thrown, which is an error of the whole communicator; or null. */
    private @Nullable Throwable start(CollectiveCall call, Task reserve, Machine machine) {
        try {
            machine.start(call, reserve.tag(), driver.cycleNs());
            return null;
        } catch (Throwable e) { // also errors: the other ranks must not wait for what will never come
            return e;
        }
    }

    private @Nullable Throwable step(Machine machine) {
        try {
            if (machine.step(driver.cycleNs()) == 0) {
                Thread.onSpinWait();
            }
            return null;
        } catch (Throwable e) { // as in start
            return e;
        }
    }
}
