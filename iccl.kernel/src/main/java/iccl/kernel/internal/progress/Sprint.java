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
    /** How often an operation is tried before tasks take over. */
    static final int STEPS = 1000;
    /** The same where each is a chance for the one that is waited for to have a core. */
    static final int STEPS_IN_A_CROWD = 100;

    private final Driver driver;
    private final MachineSource machines;
    private final boolean crowded;
    private final int steps;

    /**
     * @param crowded whether more ranks than cores share this machine
     */
    public Sprint(Driver driver, MachineSource machines, boolean crowded) {
        this.driver = driver;
        this.machines = machines;
        this.crowded = crowded;
        this.steps = crowded ? STEPS_IN_A_CROWD : STEPS;
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
     * @param reserves begins with a {@link Task#reserve reserved} task for each
     * @param count how many they are
     * @return whether all have ended well; else each that has failed or takes longer is a task that has taken it over, and is to
     *     be waited for
     */
    public boolean run(List<Task> reserves, int count) {
        return count == 1 ? run(reserves.get(0)) : runTogether(reserves, count);
    }

    private boolean run(Task reserve) {
        take(reserve);
        Thrown thrown = start(reserve);
        boolean isStarted = thrown == null;
        for (int tries = 0; tries < steps && isOpen(reserve, thrown); tries++) {
            thrown = step(reserve);
        }
        return settle(reserve, isStarted, thrown);
    }

    /** After a failure, of which another thread may know, tasks take over: they end with it. */
    private boolean isOpen(Task reserve, @Nullable Thrown thrown) {
        return thrown == null && !reserve.machine().isFinished() && driver.failure() == null;
    }

    private boolean runTogether(List<Task> reserves, int count) {
        for (int index = 0; index < count; index++) {
            take(reserves.get(index));
        }
        Thrown thrown = null;
        int started = 0;
        while (thrown == null && started < count) {
            thrown = start(reserves.get(started));
            started += thrown == null ? 1 : 0;
        }
        int open = started;
        for (int tries = 0; tries < steps && open > 0; tries++) {
            open = 0;
            for (int index = 0; index < started; index++) {
                Task reserve = reserves.get(index);
                if (isOpen(reserve, thrown)) {
                    thrown = step(reserve);
                    open++;
                }
            }
        }
        boolean haveAllEndedWell = true;
        for (int index = 0; index < count; index++) {
            haveAllEndedWell &= settle(reserves.get(index), index < started, thrown);
        }
        return haveAllEndedWell;
    }

    /** Where there is no machine, the other ranks must not wait for what will never come. */
    private void take(Task reserve) {
        try {
            reserve.lend(machines.take(reserve));
        } catch (RuntimeException | Error e) {
            throw driver.duty().broken(e, reserve);
        }
    }

    /** Whether it has ended well; else a task has taken it over. */
    private boolean settle(Task reserve, boolean isStarted, @Nullable Thrown thrown) {
        Machine machine = reserve.machine();
        Throwable why = thrown == null ? null : thrown.by(reserve);
        if (why == null && isStarted && machine.isFinished() && machine.failure() == null) {
            driver.duty().turns().passAtEnd(reserve);
            machines.give(reserve, machine);
            return true;
        }
        driver.duty().takeOver(reserve, why);
        return false;
    }

    private static @Nullable Thrown start(Task reserve) {
        try {
            reserve.machine().start(reserve.call(), reserve.tag(), Machine.UNTIMED);
            return null;
        } catch (Throwable e) { // also errors: the other ranks must not wait for what will never come
            return new Thrown(reserve, e);
        }
    }

    private @Nullable Thrown step(Task reserve) {
        try {
            if (reserve.machine().step(Machine.UNTIMED) == 0) {
                pause();
            }
            return null;
        } catch (Throwable e) { // as in start
            return new Thrown(reserve, e);
        }
    }

    /** The one that is waited for may want this core. */
    @SuppressWarnings("ThreadPriorityCheck") // as in Backoff
    private void pause() {
        if (crowded) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
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
