package iccl.kernel.internal.progress;

import iccl.kernel.internal.collective.Machine;
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
     * Runs operations, all at the same time: any number that are {@link Task.Order#FREE}, or one whose turn it is.
     *
     * @param reserves a {@link Task#reserve reserved} task for each
     * @return whether all have ended well; else each that has failed or takes longer is a task that has taken it over, and is to
     *     be waited for
     */
    public boolean run(List<Task> reserves) {
        for (int index = 0; index < reserves.size(); index++) {
            take(reserves.get(index));
        }
        Throwable thrown = null;
        int started = 0;
        while (thrown == null && started < reserves.size()) {
            thrown = start(reserves.get(started));
            started += thrown == null ? 1 : 0;
        }
        int open = started;
        // After a failure, of which another thread may know, tasks take over: they end with it.
        for (int tries = 0; tries < steps && thrown == null && open > 0 && driver.failure() == null; tries++) {
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

    /** Where there is no machine, the other ranks must not wait for what will never come. */
    private void take(Task reserve) {
        try {
            reserve.lend(machines.take(reserve));
        } catch (RuntimeException | Error e) {
            throw driver.duty().broken(e, reserve);
        }
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
            if (index < started && machine.isFinished() && machine.failure() == null) {
                driver.duty().turns().passAtEnd(reserve);
                machines.give(reserve, machine);
            } else {
                driver.duty().takeOver(reserve, untold);
                untold = null;
                haveAllEndedWell = false;
            }
        }
        return haveAllEndedWell;
    }

    /** What was thrown, which is an error of the whole communicator; or null. */
    private @Nullable Throwable start(Task reserve) {
        try {
            reserve.machine().start(reserve.call(), reserve.tag(), driver.duty().nowNs());
            return null;
        } catch (Throwable e) { // also errors: the other ranks must not wait for what will never come
            return e;
        }
    }

    private @Nullable Throwable step(Machine machine) {
        try {
            if (machine.step(driver.duty().nowNs()) == 0) {
                Thread.onSpinWait();
            }
            return null;
        } catch (Throwable e) { // as in start
            return e;
        }
    }
}
