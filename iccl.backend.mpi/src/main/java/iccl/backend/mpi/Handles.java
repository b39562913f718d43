package iccl.backend.mpi;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.ArrayList;
import java.util.List;

/** The numbers that an endpoint gives out, and what they stand for. */
final class Handles {
    private final List<Pending> all = new ArrayList<>();
    private int[] free = new int[16];
    private int freeCount;

    Pending take() {
        if (freeCount > 0) {
            return all.get(free[--freeCount]);
        }
        Pending pending = new Pending(all.size());
        all.add(pending);
        return pending;
    }

    Pending get(int handle) {
        if (handle < 0 || handle >= all.size() || all.get(handle).kind == Pending.Kind.FREE) {
            throw new IcclException(ResultCode.INTERNAL_ERROR, "there is no handle " + handle + " in this endpoint");
        }
        return all.get(handle);
    }

    void give(Pending pending) {
        pending.kind = Pending.Kind.FREE;
        if (freeCount == free.length) {
            free = java.util.Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = pending.handle;
    }

    /** Those that stand for something now. */
    List<Pending> active() {
        return all.stream().filter(pending -> pending.kind != Pending.Kind.FREE).toList();
    }
}
