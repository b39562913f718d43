package iccl.platform.device;

import iccl.api.MemorySpace;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which addresses belong to which allocation. Asking allocates nothing and waits for nobody.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class Ranges {
    /** One allocation. */
    record Range(long begin, long bytes, MemorySpace space, int device) {
        boolean holds(long address) {
            return address >= begin && address - begin < bytes;
        }
    }

    /** By address; replaced, never changed. */
    private volatile Range[] sorted = {};

    synchronized void add(Range range) {
        int place = indexAtOrBelow(sorted, range.begin()) + 1;
        Range[] more = new Range[sorted.length + 1];
        System.arraycopy(sorted, 0, more, 0, place);
        more[place] = range;
        System.arraycopy(sorted, place, more, place + 1, sorted.length - place);
        sorted = more;
    }

    /** Takes out the allocation that begins there; null when there is none of that space. */
    synchronized @Nullable Range remove(long begin, MemorySpace space) {
        int index = indexAtOrBelow(sorted, begin);
        if (index < 0 || sorted[index].begin() != begin || sorted[index].space() != space) {
            return null;
        }
        Range found = sorted[index];
        Range[] fewer = Arrays.copyOf(sorted, sorted.length - 1);
        System.arraycopy(sorted, index + 1, fewer, index, fewer.length - index);
        sorted = fewer;
        return found;
    }

    @Nullable
    Range holding(long address) {
        Range[] now = sorted;
        int index = indexAtOrBelow(now, address);
        return index >= 0 && now[index].holds(address) ? now[index] : null;
    }

    /** Takes out all of that space. */
    synchronized Range[] removeAll(MemorySpace space) {
        Range[] all = sorted;
        sorted = Arrays.stream(all).filter(range -> range.space() != space).toArray(Range[]::new);
        return Arrays.stream(all).filter(range -> range.space() == space).toArray(Range[]::new);
    }

    int count() {
        return sorted.length;
    }

    private static int indexAtOrBelow(Range[] ranges, long address) {
        int low = 0;
        int high = ranges.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (ranges[middle].begin() <= address) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return high;
    }
}
