package iccl.kernel.internal.memory;

import iccl.api.IcclException;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.SharedMemory;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Memory of this process that the other ranks of the machine can map, so that they read and write it directly.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class Windows {
    /** Shorter buffers gain nothing: they go through the slots of a communicator as fast. */
    public static final long SHORTEST_BYTES = 16 * 1024;

    /** What {@link #find} says of memory that is in no window. */
    public static final int NONE = -1;

    private static final Logger LOG = LoggerFactory.getLogger(Windows.class);

    private final HostPlatform host;
    private final @Nullable SharedMemory[] windows = new SharedMemory[WindowTable.ROWS];
    /** Where each begins and ends, as {@link #find} wants them; 0 where there is none. */
    private volatile long[] bounds = new long[0];

    private @Nullable WindowTable table;
    private boolean refused;

    Windows(HostPlatform host) {
        this.host = host;
    }

    /** The table of this process's windows, made when it is first asked for. */
    public synchronized WindowTable table() {
        WindowTable known = table;
        if (known == null) {
            known = WindowTable.create(host);
            table = known;
        }
        return known;
    }

    /** A new window, zeroed; null where ordinary memory does as well or must do. */
    synchronized @Nullable SharedMemory open(long bytes) {
        int row = freeRow();
        if (bytes < SHORTEST_BYTES || !host.sharesMemory() || row < 0) {
            return null;
        }
        try {
            WindowTable known = table();
            SharedMemory window = host.share(bytes);
            windows[row] = window;
            known.write(row, window.key());
            publishBounds();
            return window;
        } catch (IcclException e) {
            if (!refused) {
                refused = true;
                LOG.warn(
                        "No more memory can be shared with other ranks, so that they copy instead: {}", e.getMessage());
            }
            return null;
        }
    }

    private int freeRow() {
        for (int row = 0; row < windows.length; row++) {
            if (windows[row] == null) {
                return row;
            }
        }
        return NONE;
    }

    private void publishBounds() {
        int rows = windows.length;
        while (rows > 0 && windows[rows - 1] == null) {
            rows--;
        }
        long[] next = new long[2 * rows];
        for (int row = 0; row < rows; row++) {
            SharedMemory window = windows[row];
            if (window != null) {
                next[2 * row] = window.address();
                next[2 * row + 1] = window.end();
            }
        }
        bounds = next;
    }

    /** Gives a window back; ranks that mapped it let go of it later. */
    synchronized void close(SharedMemory window) {
        int row = Arrays.asList(windows).indexOf(window);
        windows[row] = null;
        publishBounds();
        WindowTable known = table;
        if (known != null) {
            known.clear(row);
        }
        host.detach(window);
    }

    /** The row of the window that holds an address, or {@link #NONE}. */
    public int find(long address) {
        long[] known = bounds;
        for (int index = 0; index < known.length; index += 2) {
            if (address >= known[index] && address < known[index + 1]) {
                return index / 2;
            }
        }
        return NONE;
    }

    /** How far an address is inside its window. */
    public long offset(int row, long address) {
        return address - bounds[2 * row];
    }

    /** Gives the table back; the windows must be closed. */
    synchronized void close() {
        WindowTable known = table;
        table = null;
        if (known != null) {
            host.detach(known.memory());
        }
    }
}
