package iccl.kernel.internal.progress;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.port.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The duty cycle of one endpoint. Every thread that waits for a task calls {@link #progress}; one of them at a time is in
 * the endpoint and steps the machines of all, so no thread starves while another is in there.
 *
 * <p>The first failure of a task is the failure of the whole: the ranks are out of step then. Everything that runs ends
 * with it, and the peers are told.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class Driver {
    /** A pause between two cycles that is longer than this means that the process was stopped, not that a peer is slow. */
    private static final long SUSPENSION_NS = TimeUnit.SECONDS.toNanos(2);

    private final Endpoint endpoint;
    private final MachineSource machines;
    private final String communicator;
    private final Guard guard = new Guard();
    private final Queue<Task> submitted = new ConcurrentLinkedQueue<>();
    /** Guarded. */
    private final List<Task> running = new ArrayList<>();

    /** Guarded: those whose turn has not come. */
    private final List<Task> early = new ArrayList<>();

    private long nextTurn;
    private long cycleNs;
    private boolean closed;
    private final Fate fate = new Fate();

    /**
     * @param communicator for messages: {@code rank 1 of world (4 ranks, local)}
     */
    public Driver(Endpoint endpoint, MachineSource machines, String communicator) {
        this.endpoint = endpoint;
        this.machines = machines;
        this.communicator = communicator;
    }

    public String communicator() {
        return communicator;
    }

    /** Why nothing runs here any more, or null. */
    public @Nullable IcclException failure() {
        return fate.failure();
    }

    /** Starts a task, now or when the thread in the endpoint comes to it. The caller waits for it with a {@link Waiter}. */
    public void submit(Task task) {
        if (!guard.tryLock()) {
            submitted.add(task);
            return;
        }
        try {
            long nowNs = System.nanoTime();
            forgiveSuspension(nowNs);
            begin(task, nowNs);
            cycle(nowNs);
        } finally {
            guard.unlock();
        }
    }

    /** Enters the endpoint for a {@link Sprint}, if no other thread is there and nothing is under way. */
    boolean tryEnterAlone() {
        if (!guard.tryLock()) {
            return false;
        }
        boolean isAlone = running.isEmpty() && early.isEmpty() && submitted.isEmpty() && fate.failure() == null;
        if (!isAlone) {
            guard.unlock();
        }
        return isAlone;
    }

    void leave() {
        guard.unlock();
    }

    /** Whether a thread is in the endpoint now. */
    public boolean isEntered() {
        return guard.isLocked();
    }

    /** The time of the last cycle. */
    long cycleNs() {
        return cycleNs;
    }

    /** An operation has ended; if it was its turn, it is the next one's. */
    void passTurn(Task task) {
        if (task.order() == Task.Order.RUNS_IN_ORDER) {
            nextTurn++;
        }
    }

    /** Whether it is the turn of an operation that is not {@link Task.Order#FREE}; for who has entered. */
    public boolean isTurn(long turn) {
        return turn == nextTurn;
    }

    /** What a sprint could not even begin with fails everything. */
    IcclException broken(Throwable thrown, Task reserve) {
        return breakDown(Failures.of(thrown, reserve, communicator), reserve);
    }

    /** Makes a running task of what a sprint has begun. */
    void takeOver(Task reserve, @Nullable Throwable thrown) {
        long nowNs = System.nanoTime();
        cycleNs = nowNs;
        reserve.adopt(nowNs);
        running.add(reserve);
        if (thrown != null) {
            fail(reserve, Failures.of(thrown, reserve, communicator));
        }
    }

    /**
     * One duty cycle; at once 0 when another thread is at it.
     *
     * @return how much was done
     */
    public int progress(long nowNs) {
        if (!guard.tryLock()) {
            return 0;
        }
        try {
            return cycle(nowNs);
        } finally {
            guard.unlock();
        }
    }

    private int cycle(long nowNs) {
        forgiveSuspension(nowNs);
        int work = 0;
        for (Task task = submitted.poll(); task != null; task = submitted.poll()) {
            begin(task, nowNs);
            work++;
        }
        work += beginEarly(nowNs);
        // Backwards, since a task leaves the list when it ends.
        for (int index = running.size() - 1; index >= 0 && fate.failure() == null; index--) {
            work += step(running.get(index), nowNs);
        }
        IcclException why = fate.failure();
        if (why != null) {
            failRunning(why);
            beginEarly(nowNs);
        }
        return work;
    }

    private void forgiveSuspension(long nowNs) {
        long pauseNs = nowNs - cycleNs;
        cycleNs = nowNs;
        if (pauseNs > SUSPENSION_NS) {
            for (Task task : running) {
                task.forgive(pauseNs);
            }
        }
    }

    private void begin(Task task, long nowNs) {
        IcclException why = fate.failure();
        if (why != null) {
            task.end(Failures.because(why, task.call().operation(), communicator));
            return;
        }
        if (!isItsTurn(task)) {
            early.add(task);
            return;
        }
        try {
            task.run(machines.take(task), nowNs);
            running.add(task);
            if (task.order() == Task.Order.STARTS_IN_ORDER) {
                nextTurn++;
                step(task, nowNs); // posts it, before the next turn begins
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

    private boolean isItsTurn(Task task) {
        long turn = task.turn();
        return turn == Task.ANY_TURN || turn == nextTurn;
    }

    /** Begins those whose turn has come; one may be the predecessor of the next. After a failure all of them end. */
    private int beginEarly(long nowNs) {
        int begun = 0;
        for (int index = 0; index < early.size(); index++) {
            Task task = early.get(index);
            if (fate.failure() != null || isItsTurn(task)) {
                early.remove(index);
                begin(task, nowNs);
                begun++;
                index = -1;
            }
        }
        return begun;
    }

    private int step(Task task, long nowNs) {
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
        passTurn(task);
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
        } catch (RuntimeException e) {
            why.addSuppressed(e);
        }
        task.end(why);
    }

    /** What a task ends with that found a failure: this, or the one that came before and may have caused it. */
    private IcclException breakDown(IcclException why, Task task) {
        IcclException first = breakDown(why);
        return first == why ? why : Failures.because(first, task.call().operation(), communicator);
    }

    /** Remembers the first failure and tells the peers; returns the first. */
    private IcclException breakDown(IcclException why) {
        IcclException first = fate.decide(why);
        if (fate.isTurnToTell()) {
            try {
                endpoint.abort();
            } catch (RuntimeException e) {
                why.addSuppressed(e);
            }
        }
        return first;
    }

    /**
     * Says why nothing will run here any more, without telling the peers yet; {@link #fail} or {@link #close} follows.
     * Where several communicators of a process end together, none must take another's end for the reason.
     */
    public void condemn(IcclException why) {
        fate.decide(why);
    }

    /**
     * Fails what runs and what will be submitted, and tells the peers. The first reason counts.
     *
     * @param patienceNs how long to wait until the thread in the endpoint has left; what runs has ended then
     */
    public void fail(IcclException why, long patienceNs) {
        breakDown(why);
        guard.within(patienceNs, () -> cycle(System.nanoTime()));
    }

    /** Works with the endpoint itself; other threads' tasks rest meanwhile. */
    public <T> T exclusively(Function<Endpoint, T> work) {
        guard.lock();
        try {
            return work.apply(endpoint);
        } finally {
            guard.unlock();
        }
    }

    /**
     * Fails what still runs, closes the endpoint, then does the rest. Idempotent.
     *
     * @param patienceNs how long to wait until the thread in the endpoint has left; after that only the endpoint is
     *     closed, which throws that thread out
     * @param rest gives back what the machines used
     */
    public void close(IcclException why, long patienceNs, Runnable rest) {
        fate.decide(why);
        fate.isTurnToTell(); // no more: the peers see an ordinary end
        if (!guard.within(patienceNs, () -> closeGuarded(rest))) {
            endpoint.close();
        }
    }

    private void closeGuarded(Runnable rest) {
        if (closed) {
            return;
        }
        closed = true;
        cycle(System.nanoTime());
        try {
            endpoint.close();
        } finally {
            rest.run();
        }
    }
}
