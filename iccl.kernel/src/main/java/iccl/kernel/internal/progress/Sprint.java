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
        Thrown thrown = null;
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
                Task reserve = reserves.get(index);
                if (!reserve.machine().isFinished()) {
                    thrown = step(reserve);
                    open += reserve.machine().isFinished() ? 0 : 1;
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
     * @param started how many have been
     */
    private boolean settle(List<Task> reserves, int started, @Nullable Thrown thrown) {
        boolean haveAllEndedWell = true;
        for (int index = 0; index < reserves.size(); index++) {
            Task reserve = reserves.get(index);
            Machine machine = reserve.machine();
            Throwable why = thrown == null ? null : thrown.by(reserve);
            if (why == null && index < started && machine.isFinished() && machine.failure() == null) {
                driver.duty().turns().passAtEnd(reserve);
                machines.give(reserve, machine);
            } else {
                driver.duty().takeOver(reserve, why);
                haveAllEndedWell = false;
            }
        }
        return haveAllEndedWell;
    }

    private static @Nullable Thrown start(Task reserve) {
        try {
            reserve.machine().start(reserve.call(), reserve.tag(), Machine.UNTIMED);
            return null;
        } catch (Throwable e) { // also errors: the other ranks must not wait for what will never come
            return new Thrown(reserve, e);
        }
    }

    private static @Nullable Thrown step(Task reserve) {
        try {
            if (reserve.machine().step(Machine.UNTIMED) == 0) {
                Thread.onSpinWait();
            }
            return null;
        } catch (Throwable e) { // as in start
            return new Thrown(reserve, e);
        }
    }

    /** What a machine threw, which is an error of the whole communicator. */
    private record Thrown(Task reserve, Throwable why) {
        /** What that one threw, or null if it was another. */
        @SuppressWarnings("ReferenceEquality") // tasks have no other
        @Nullable
        Throwable by(Task task) {
            return task == reserve ? why : null;
        }
    }
}
