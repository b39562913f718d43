package iccl.kernel.internal.progress;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.port.CollectiveCall;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One operation of one communicator, from its issue to its end. Tasks are reused: {@link #prepare} begins a life,
 * {@link #settle} ends it.
 *
 * <p>Threads: one thread issues and waits; the thread that is in the endpoint runs it. {@link #isEnded} is how the second
 * hands the result to the first.
 */
public final class Task {
    /** Order is the order of a life. */
    enum State {
        /** Not in use. */
        IDLE,
        /** Issued; its turn has not come. */
        ISSUED,
        /** A machine is at work. */
        RUNNING,
        /** Over, well or badly. */
        ENDED
    }

    /** How an operation stands to those before and after it on its communicator. */
    public enum Order {
        /** Its messages have tags: it may run beside any other. */
        FREE,
        /** The transport knows it by its place among those that it does itself. */
        STARTS_IN_ORDER,
        /** It uses what only one can use at a time. */
        RUNS_IN_ORDER
    }

    /** It sends no messages. */
    public static final int NO_TAG = -1;

    /** May start at any time. */
    public static final long ANY_TURN = -1;

    private static final long SKIP_PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

    private final Driver driver;
    private final TaskOwner owner;
    private volatile State state = State.IDLE;
    private volatile @Nullable Thread waiter;
    private @Nullable CollectiveCall call;

    // Never read: it is enough that they are held, so that the memory behind the addresses stays.
    @SuppressWarnings("UnusedVariable")
    private @Nullable Object keptAlive;

    @SuppressWarnings("UnusedVariable")
    private @Nullable Object alsoKeptAlive;

    private @Nullable Machine machine;
    private @Nullable IcclException failure;
    private @Nullable Algorithm algorithm;
    private int tag;
    private Order order = Order.FREE;
    private long turn;
    private long timeoutNs;
    private boolean onStream;
    private long progressNs;

    public Task(Driver driver, TaskOwner owner) {
        this.driver = driver;
        this.owner = owner;
    }

    /**
     * Begins a life.
     *
     * @param timeoutNs how long it may run without progress; 0 = no limit
     * @param onStream whether a stream runs it
     */
    public void prepare(CollectiveCall what, Algorithm by, long timeoutNs, boolean onStream) {
        this.call = what;
        this.algorithm = by;
        this.timeoutNs = timeoutNs;
        this.onStream = onStream;
        become(State.ISSUED);
    }

    /**
     * Gives it its place in the order of the communicator.
     *
     * @param tag for all its messages
     * @param turn its place in issue order among those that are not {@link Order#FREE}; {@link #ANY_TURN} for those
     */
    public void order(int tag, Order order, long turn) {
        this.tag = tag;
        this.order = order;
        this.turn = turn;
    }

    /** Readies a task that a {@link Sprint} may need; {@link #order} follows. */
    public void reserve(CollectiveCall what, Algorithm by, long limitNs) {
        call = what;
        algorithm = by;
        timeoutNs = limitNs;
        onStream = false;
    }

    /** Has a machine while a sprint runs. */
    void lend(Machine by) {
        machine = by;
    }

    /** Whether it has taken an operation over. */
    public boolean isTaken() {
        return state != State.IDLE;
    }

    /** Takes over the operation that its machine has begun. */
    void adopt(long nowNs) {
        progressNs = nowNs;
        owner.onAdopted();
        become(State.RUNNING);
    }

    /** Holds on to the objects behind the addresses until the end. */
    public void keepAlive(@Nullable Object one, @Nullable Object other) {
        keptAlive = one;
        alsoKeptAlive = other;
    }

    /**
     * Ends a life and gives the task back; for tasks that have ended.
     *
     * @return why it failed, or null
     */
    public @Nullable IcclException settle() {
        IcclException why = failure;
        call = null;
        algorithm = null;
        machine = null;
        failure = null;
        waiter = null;
        become(State.IDLE);
        owner.onSettled(this);
        return why;
    }

    /** Ends a task whose turn has not come and will not come. Its communicator fails: the other ranks wait for it. */
    public void skip(IcclException why) {
        driver.fail(why, SKIP_PATIENCE_NS);
        end(why);
    }

    public Driver driver() {
        return driver;
    }

    public CollectiveCall call() {
        return Objects.requireNonNull(call, "a task without a call");
    }

    public Algorithm algorithm() {
        return Objects.requireNonNull(algorithm, "a task without an algorithm");
    }

    public int tag() {
        return tag;
    }

    Order order() {
        return order;
    }

    long turn() {
        return turn;
    }

    long timeoutNs() {
        return timeoutNs;
    }

    /** Whether a stream runs it. */
    public boolean isOnStream() {
        return onStream;
    }

    public boolean isEnded() {
        return state == State.ENDED;
    }

    /** Why it failed, or null; for tasks that have ended and are not settled. */
    public @Nullable IcclException failure() {
        return failure;
    }

    /** The thread to wake at the end; it polls anyway, this spares it the rest of its pause. */
    void waitedForBy(@Nullable Thread thread) {
        waiter = thread;
    }

    /** Starts the machine. What it throws is the task's failure. */
    void run(Machine with, long nowNs) {
        machine = with;
        progressNs = nowNs;
        become(State.RUNNING);
        with.start(call(), tag, nowNs);
    }

    Machine machine() {
        return Objects.requireNonNull(machine, "a task that does not run");
    }

    boolean isRunning() {
        return state == State.RUNNING;
    }

    int step(long nowNs) {
        int work = machine().step(nowNs);
        if (work > 0) {
            progressNs = nowNs;
        }
        return work;
    }

    boolean isOverdue(long nowNs) {
        return timeoutNs > 0 && nowNs - progressNs > timeoutNs;
    }

    /** Leaves time out of account in which the process did not run at all. */
    void forgive(long ns) {
        progressNs += ns;
    }

    /** The end. The owner hears of it first, then the waiting thread. */
    void end(@Nullable IcclException why) {
        failure = why;
        keptAlive = null;
        alsoKeptAlive = null;
        owner.onEnd(this);
        Thread waiting = waiter;
        become(State.ENDED);
        if (waiting != null) {
            LockSupport.unpark(waiting);
        }
    }

    private void become(State next) {
        state = next;
    }
}
