package iccl.kernel.internal.group;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import org.jspecify.annotations.Nullable;

/** The open group of each thread of one library. */
public final class Groups {
    // Not static: a group belongs to one library, and a thread may use two. There are few libraries, and a value is
    // removed
    // when its group ends.
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<@Nullable Group> open = new ThreadLocal<>();

    /** See {@link iccl.api.Iccl#groupStart}. */
    public void start() {
        Group group = open.get();
        if (group == null) {
            open.set(new Group());
        } else {
            group.enter();
        }
    }

    /** See {@link iccl.api.Iccl#groupEnd}. */
    public void end() {
        Group group = open.get();
        if (group == null) {
            throw new IcclException(ResultCode.INVALID_USAGE, "groupEnd without groupStart in this thread");
        }
        if (group.leave()) {
            open.remove();
            group.run();
        }
    }

    /** The calling thread's open group, or null. */
    public @Nullable Group current() {
        return open.get();
    }

    /**
     * @param what the call that may not be made inside a group
     * @throws IcclException {@code INVALID_USAGE} inside a group
     */
    public void ensureNone(String what) {
        if (open.get() != null) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE, what + " may not be called between groupStart and groupEnd");
        }
    }
}
