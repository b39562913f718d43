package iccl.platform.device;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The queues or events of a platform, by numbers that say at once when they are wrong. Numbers are used again.
 *
 * <p>Threads: all methods may be called by any thread; asking waits for nobody.
 */
final class Handles {
    /**
     * @param value the runtime's own handle
     * @param device which device it belongs to
     */
    record Handle(long value, int device) {}

    private final String platform;
    private final String kind;
    private volatile @Nullable Handle[] handles = new Handle[8];

    /**
     * @param kind for messages: {@code queue}
     */
    Handles(String platform, String kind) {
        this.platform = platform;
        this.kind = kind;
    }

    /** Keeps a handle; its number begins at 1. */
    synchronized long add(Handle handle) {
        @Nullable Handle[] now = handles;
        int index = 0;
        while (index < now.length && now[index] != null) {
            index++;
        }
        @Nullable Handle[] next = Arrays.copyOf(now, index == now.length ? 2 * now.length : now.length);
        next[index] = handle;
        handles = next;
        return index + 1L;
    }

    Handle get(long number) {
        @Nullable Handle[] now = handles;
        Handle found = number < 1 || number > now.length ? null : now[(int) number - 1];
        if (found == null) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "the platform " + platform + " has no " + kind + " " + number
                            + ": it was not created here, or has been destroyed");
        }
        return found;
    }

    synchronized Handle remove(long number) {
        Handle found = get(number);
        @Nullable Handle[] next = handles.clone();
        next[(int) number - 1] = null;
        handles = next;
        return found;
    }

    /** Takes out all. */
    synchronized List<Handle> removeAll() {
        List<Handle> all = new ArrayList<>();
        for (Handle handle : handles) {
            if (handle != null) {
                all.add(handle);
            }
        }
        handles = new Handle[8];
        return all;
    }
}
