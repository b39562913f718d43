package iccl.platform.cpu.internal;

import iccl.platform.cpu.internal.jni.CpuNative;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Copies short pieces without a native call. Such a call ends with a full memory fence (it must be seen before the JVM's own
 * state is read), which waits until all that was written has left the processor; what another core has in its cache takes
 * longer to get there than the copy itself. Without fences the next operations go on meanwhile.
 *
 * <p>The address space is cut into regions. A buffer lies over each region that was met, and over the next one, so that what
 * begins in a region is inside. It touches nothing but what is copied.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class ShortCopies {
    /** Up to here a native call costs more than it spares. */
    private static final long LONGEST = 4096;

    private static final int SHIFT = 30;
    private static final long OFFSET = (1L << SHIFT) - 1;
    private static final int PLACES = 64;

    /** Final fields: may be found by any thread. */
    private static final class Region {
        final long number;
        final ByteBuffer bytes;

        Region(long number) {
            this.number = number;
            this.bytes = CpuNative.view(number << SHIFT, Integer.MAX_VALUE).order(ByteOrder.nativeOrder());
        }
    }

    /** Those met, by their lowest bits; for the first that comes to a place. */
    private static final @Nullable Region[] MET = new Region[PLACES];

    private ShortCopies() {}

    /** Whether it is copied; what overlaps, is long, or is where no region is known is not. */
    static boolean copy(long to, long from, long bytes) {
        long distance = to - from;
        if (bytes > LONGEST || (distance < bytes && distance > -bytes) || to <= OFFSET || from <= OFFSET) {
            return false;
        }
        ByteBuffer target = regionOf(to);
        ByteBuffer source = regionOf(from);
        if (target == null || source == null) {
            return false;
        }
        int at = (int) (to & OFFSET);
        int read = (int) (from & OFFSET);
        if (bytes <= 64 && (bytes & 7) == 0) {
            for (int done = 0; done < bytes; done += Long.BYTES) {
                target.putLong(at + done, source.getLong(read + done));
            }
        } else {
            target.put(at, source, read, (int) bytes);
        }
        return true;
    }

    /** Null when its place is another's: two that took turns in it would make a new one for each copy. */
    private static @Nullable ByteBuffer regionOf(long address) {
        long number = address >>> SHIFT;
        int place = (int) number & PLACES - 1;
        Region region = MET[place];
        if (region == null) {
            region = new Region(number);
            MET[place] = region;
        }
        return region.number == number ? region.bytes : null;
    }
}
