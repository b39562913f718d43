package iccl.kernel.internal.group;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The open group of each thread of one library. One thread at a time has the group that is used again and again. */
public final class Groups {
    private final Group kept = new Group();
    /** Who has the kept group. */
    private final AtomicReference<@Nullable Thread> keeper = new AtomicReference<>();

    /** How many threads have a group of their own. */
    private final AtomicInteger others = new AtomicInteger();

    // Not static: a group belongs to one library, and a thread may use two. There are few libraries, and a value is
    // removed when its group ends.
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable Group> open = new ThreadLocal<>();

    /** See {@link iccl.api.Iccl#groupStart}. */
    public void start() {
        Group group = current();
        if (group == null) {
            group = keep() ? kept : openOther();
        }
        group.enter();
    }

    private boolean keep() {
        Thread before = keeper.get();
        if (before != null && before.isAlive()) {
            return false;
        }
        boolean isKeeper = keeper.compareAndSet(before, Thread.currentThread());
        if (isKeeper && before != null) {
            // That thread ended without an end of its group.
            kept.reset();
        }
        return isKeeper;
    }

    private Group openOther() {
        Group group = new Group();
        others.incrementAndGet();
        open.set(group);
        return group;
    }

    /** See {@link iccl.api.Iccl#groupEnd}. */
    @SuppressWarnings("ReferenceEquality") // which of them it is
    public void end() {
        Group group = current();
        if (group == null) {
            throw new IcclException(ResultCode.INVALID_USAGE, "groupEnd without groupStart in this thread");
        }
        if (!group.leave()) {
            return;
        }
        if (group == kept) {
            endKept();
        } else {
            open.remove();
            others.decrementAndGet();
            group.run();
        }
    }

    private void endKept() {
        try {
            kept.run();
        } finally {
            kept.reset();
            keeper.setRelease(null);
        }
    }

    /** The calling thread's open group, or null. */
    @SuppressWarnings("ReferenceEquality") // threads
    public @Nullable Group current() {
        if (keeper.getAcquire() == Thread.currentThread()) {
            return kept;
        }
        return others.get() == 0 ? null : open.get();
    }

    /**
     * @param what the call that may not be made inside a group
     * @throws IcclException {@code INVALID_USAGE} inside a group
     */
    public void ensureNone(String what) {
        if (current() != null) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE, what + " may not be called between groupStart and groupEnd");
        }
    }
}
