package iccl.kernel.internal.progress;

import iccl.api.IcclException;
import iccl.kernel.port.Endpoint;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lets threads into one endpoint, one at a time. Every thread that waits for a task calls {@link #progress}; the one that gets in
 * does the {@link DutyCycle} of all, so no thread starves while another is in there.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class Driver {
    private final Endpoint endpoint;
    private final String communicator;
    private final Guard guard;
    private final Fate fate = new Fate();
    /** Of threads that found another one inside. */
    private final Queue<Task> submitted = new ConcurrentLinkedQueue<>();
    /** Guarded, as all that follows. */
    private final DutyCycle duty;

    private boolean closed;

    /**
     * @param communicator for messages: {@code rank 1 of world (4 ranks, local)}
     * @param fence as {@link iccl.kernel.port.HostPlatform#fenceThreads}
     */
    public Driver(Endpoint endpoint, MachineSource machines, String communicator, BooleanSupplier fence) {
        this.guard = new Guard(fence);
        this.endpoint = endpoint;
        this.communicator = communicator;
        this.duty = new DutyCycle(endpoint, machines, communicator, fate);
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
            duty.at(nowNs);
            duty.begin(task);
            cycle(nowNs);
        } finally {
            guard.unlock();
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
        duty.at(nowNs);
        int work = 0;
        for (Task task = submitted.poll(); task != null; task = submitted.poll()) {
            duty.begin(task);
            work++;
        }
        return work + duty.advance();
    }

    /** Enters the endpoint for a {@link Sprint}, if no other thread is there and nothing is under way. */
    boolean tryEnterAlone() {
        if (!guard.tryLock()) {
            return false;
        }
        boolean isAlone = duty.isIdle() && submitted.isEmpty();
        if (!isAlone) {
            guard.unlock();
        }
        return isAlone;
    }

    /** For who has entered. */
    DutyCycle duty() {
        return duty;
    }

    void leave() {
        guard.unlock();
    }

    /** Whether a thread is in the endpoint now. */
    public boolean isEntered() {
        return guard.isLocked();
    }

    /** Whether it is the turn of an operation that is not {@link Task.Order#FREE}; for who has entered. */
    public boolean isTurn(long turn) {
        return duty.turns().isTurn(turn);
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
        duty.breakDown(why);
        guard.within(patienceNs, () -> cycle(System.nanoTime()));
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
