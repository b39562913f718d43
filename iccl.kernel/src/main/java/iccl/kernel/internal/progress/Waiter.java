package iccl.kernel.internal.progress;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Waits for tasks by running their drivers. A failed task counts as done.
 *
 * <p>An interrupt of the waiting thread fails the communicators it waits for, since an operation that one rank leaves
 * cannot be finished by the others; the thread stays interrupted.
 *
 * <p>Threads: one.
 */
public final class Waiter {
    private static final long INTERRUPT_PATIENCE_NS = TimeUnit.SECONDS.toNanos(1);

    private final Backoff backoff;

    public Waiter(Backoff backoff) {
        this.backoff = backoff;
    }

    /** Waits for one task. */
    public void await(Task task) {
        backoff.reset();
        while (!task.isEnded()) {
            long nowNs = System.nanoTime();
            if (task.driver().progress(nowNs) > 0) {
                backoff.reset();
            } else if (!task.isEnded()) {
                pause(task, nowNs);
            }
        }
    }

    /** Waits for all of them; they advance together. */
    public void await(List<Task> tasks) {
        backoff.reset();
        while (true) {
            long nowNs = System.nanoTime();
            int work = 0;
            Task open = null;
            Driver before = null;
            for (int index = 0; index < tasks.size(); index++) {
                Task task = tasks.get(index);
                if (!task.isEnded()) {
                    open = task;
                    work += task.driver() == before ? 0 : task.driver().progress(nowNs);
                    before = task.driver();
                }
            }
            if (open == null) {
                return;
            }
            if (work > 0) {
                backoff.reset();
            } else {
                pause(open, nowNs);
                failInterrupted(tasks);
            }
        }
    }

    /**
     * Waits for all of them and settles them.
     *
     * @throws IcclException what the first of them that failed ended with; the others' are suppressed there
     */
    public void finish(List<Task> tasks) {
        await(tasks);
        IcclException first = null;
        for (int index = 0; index < tasks.size(); index++) {
            IcclException why = tasks.get(index).settle();
            if (first == null) {
                first = why;
            } else if (why != null) {
                first.addSuppressed(why);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Waits until something holds that other threads bring about, helping the driver meanwhile. */
    public void await(Driver driver, BooleanSupplier condition) {
        backoff.reset();
        while (!condition.getAsBoolean()) {
            long nowNs = System.nanoTime();
            if (driver.progress(nowNs) > 0) {
                backoff.reset();
                continue;
            }
            backoff.pause(nowNs);
            if (isInterrupted()) {
                driver.fail(interruption(driver), INTERRUPT_PATIENCE_NS);
                return;
            }
        }
    }

    private void pause(Task task, long nowNs) {
        task.waitedForBy(Thread.currentThread());
        backoff.pause(nowNs);
        if (isInterrupted()) {
            task.driver().fail(interruption(task.driver()), INTERRUPT_PATIENCE_NS);
        }
    }

    private void failInterrupted(List<Task> tasks) {
        if (isInterrupted()) {
            for (Task task : tasks) {
                task.driver().fail(interruption(task.driver()), INTERRUPT_PATIENCE_NS);
            }
        }
    }

    private boolean isInterrupted() {
        return backoff.isParking() && Thread.currentThread().isInterrupted();
    }

    private static IcclException interruption(Driver driver) {
        return new IcclException(
                ResultCode.SYSTEM_ERROR,
                "the thread was interrupted while it waited for " + driver.communicator()
                        + ", which failed with that; make a new communicator");
    }
}
