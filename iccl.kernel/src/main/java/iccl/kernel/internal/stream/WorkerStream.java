package iccl.kernel.internal.stream;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.api.Stream;
import iccl.kernel.internal.progress.Task;
import iccl.kernel.internal.progress.Waiter;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A stream with a thread of its own. The thread sleeps while there is nothing to do. After a failure what follows is not
 * started, until {@link #synchronize} has reported it.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class WorkerStream implements Stream {
    /** How long a thread that has nothing left to do may take to end. */
    private static final long END_NS = TimeUnit.SECONDS.toNanos(5);

    private final Thread worker;
    private final Consumer<WorkerStream> onClose;
    private final Waiter waiter;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    // All guarded by the lock. A batch is what runs at the same time: one operation, or a group's share.
    private final Queue<List<Task>> batches = new ArrayDeque<>();
    private long added;
    private long done;
    private boolean closing;
    private @Nullable IcclException failure;

    /**
     * @param onClose told once, when the stream ends
     */
    public WorkerStream(String name, Waiter waiter, Consumer<WorkerStream> onClose) {
        this.waiter = waiter;
        this.onClose = onClose;
        this.worker = new Thread(this::work, name);
        worker.setDaemon(true);
        worker.setContextClassLoader(null);
    }

    /** Begins; called once, right after construction. */
    public WorkerStream start() {
        worker.start();
        return this;
    }

    /**
     * @throws IcclException {@code INVALID_USAGE} when it is closed
     */
    public void ensureOpen() {
        lock.lock();
        try {
            if (closing) {
                throw closed();
            }
        } finally {
            lock.unlock();
        }
    }

    private IcclException closed() {
        return new IcclException(ResultCode.INVALID_USAGE, worker.getName() + " is closed");
    }

    /** Adds operations that run at the same time, after all that was added before. */
    public void enqueue(List<Task> batch) {
        lock.lock();
        try {
            if (!closing) {
                batches.add(batch);
                added++;
                changed.signalAll();
                return;
            }
        } finally {
            lock.unlock();
        }
        batch.forEach(task -> task.skip(closed()));
        batch.forEach(Task::settle);
        throw closed();
    }

    private void work() {
        for (List<Task> batch = next(); batch != null; batch = next()) {
            IcclException before = currentFailure();
            IcclException now = before == null ? run(batch) : skip(batch, before);
            finished(now);
        }
    }

    /** The next batch; null when the stream ends. Sleeps until there is one. */
    private @Nullable List<Task> next() {
        lock.lock();
        try {
            while (batches.isEmpty() && !closing) {
                changed.awaitUninterruptibly();
            }
            return batches.poll();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable IcclException currentFailure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable IcclException run(List<Task> batch) {
        for (Task task : batch) {
            task.driver().submit(task);
        }
        waiter.await(batch);
        IcclException first = null;
        for (Task task : batch) {
            IcclException why = task.settle();
            if (first == null) {
                first = why;
            }
        }
        return first;
    }

    private static @Nullable IcclException skip(List<Task> batch, IcclException before) {
        IcclException why = new IcclException(
                before.code(),
                "not started, since an earlier operation of its stream failed: " + before.getMessage(),
                before);
        batch.forEach(task -> task.skip(why));
        batch.forEach(Task::settle);
        return null;
    }

    private void finished(@Nullable IcclException why) {
        lock.lock();
        try {
            done++;
            if (failure == null) {
                failure = why;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void synchronize() {
        IcclException why;
        lock.lock();
        try {
            awaitDone(added);
            why = failure;
            failure = null;
        } finally {
            lock.unlock();
        }
        if (why != null) {
            throw new IcclException(why.code(), why.operation(), why.rank(), String.valueOf(why.getMessage()), why);
        }
    }

    private void awaitDone(long goal) {
        try {
            while (done < goal) {
                changed.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IcclException(
                    ResultCode.IN_PROGRESS,
                    "the thread was interrupted while it waited for " + worker.getName() + "; its operations go on",
                    e);
        }
    }

    @Override
    public boolean query() {
        lock.lock();
        try {
            return done == added;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        if (beginClose()) {
            try {
                synchronize();
            } finally {
                shutDown(END_NS);
                onClose.accept(this);
            }
        }
    }

    private boolean beginClose() {
        lock.lock();
        try {
            boolean first = !closing;
            closing = true;
            changed.signalAll();
            return first;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Closes without reporting, for the end of the library: the communicators have failed before, so what is left ends
     * at once.
     *
     * @return whether the thread has ended in time
     */
    public boolean shutDown(long patienceNs) {
        beginClose();
        boolean interrupted = false;
        long deadlineNs = System.nanoTime() + patienceNs;
        while (worker.isAlive() && deadlineNs - System.nanoTime() > 0) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(worker, deadlineNs - System.nanoTime());
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !worker.isAlive();
    }
}
