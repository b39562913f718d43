package iccl.backend.openmpi.internal;

import java.util.Arrays;
import mpi.Request;
import org.jspecify.annotations.Nullable;

/** Numbers for the bindings' request objects, which must be kept until they are done. */
final class Requests {
    private @Nullable Request[] all = new Request[16];
    private int[] free = new int[16];
    private int freeCount;
    private int used;

    int add(Request request) {
        int index = freeCount > 0 ? free[--freeCount] : used++;
        if (index == all.length) {
            all = Arrays.copyOf(all, 2 * index);
        }
        all[index] = request;
        return index;
    }

    Request get(int number) {
        Request request = all[number];
        if (request == null) {
            throw new IllegalStateException("request " + number + " has ended");
        }
        return request;
    }

    void remove(int number) {
        all[number] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = number;
    }
}
