package iccl.kernel.internal.node;

import iccl.kernel.internal.memory.WindowTable;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.SharedMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The windows of one peer, mapped here when they are first used, let go when the peer has given them back.
 *
 * <p>Threads: one at a time.
 */
final class PeerWindows {
    /** What {@link #address} says of memory that is not mapped here, but can be copied. */
    static final long NOT_MAPPED = 0;

    private final HostPlatform host;
    private final @Nullable WindowTable table;
    private final @Nullable SharedMemory[] mapped = new SharedMemory[WindowTable.ROWS];
    private final List<SharedMemory> retired = new ArrayList<>();
    private long seenChanges;
    private int holders;

    /**
     * @param table the peer's; null between ranks of one process, whose addresses are the same
     */
    PeerWindows(HostPlatform host, @Nullable WindowTable table) {
        this.host = host;
        this.table = table;
    }

    /** Where this process has what the peer shows, or {@link #NOT_MAPPED}. */
    long address(long place) {
        if (table == null) {
            return Place.offset(place);
        }
        return Place.isInProcess(place)
                ? NOT_MAPPED
                : window(table, Place.row(place)).address() + Place.offset(place);
    }

    /** Copies from what is not mapped. */
    void pull(long place, long offset, long to, long bytes) {
        host.pull(to, process(), Place.offset(place) + offset, bytes);
    }

    /** Copies to what is not mapped. */
    void push(long place, long offset, long from, long bytes) {
        host.push(process(), Place.offset(place) + offset, from, bytes);
    }

    private long process() {
        return Objects.requireNonNull(table).key().process();
    }

    private SharedMemory window(WindowTable known, int row) {
        SharedMemory window = mapped[row];
        if (window != null && window.key().identity() != known.identity(row)) {
            // Somebody may still work with an address in it.
            retired.add(window);
            window = null;
        }
        if (window == null) {
            window = host.attach(known.key(row));
            mapped[row] = window;
        }
        return window;
    }

    /** Whether a buffer is inside what is mapped for it; it is not when the peer has failed and given its window back. */
    boolean holds(long place, long bytes) {
        if (table == null || Place.isInProcess(place)) {
            return true;
        }
        SharedMemory window = mapped[Place.row(place)];
        return window != null && Place.offset(place) + bytes <= window.key().bytes();
    }

    /** Somebody works with addresses from here, until {@link #unhold}. */
    void hold() {
        holders++;
    }

    void unhold() {
        holders--;
    }

    /** Lets go of what the peer has given back, if nobody works with it. */
    void letGo() {
        WindowTable known = table;
        if (known == null || holders > 0 || known.changes() == seenChanges) {
            return;
        }
        seenChanges = known.changes();
        for (int row = 0; row < mapped.length; row++) {
            SharedMemory window = mapped[row];
            if (window != null && window.key().identity() != known.identity(row)) {
                mapped[row] = null;
                host.detach(window);
            }
        }
        retired.forEach(host::detach);
        retired.clear();
    }

    void release() {
        for (int row = 0; row < mapped.length; row++) {
            SharedMemory window = mapped[row];
            if (window != null) {
                mapped[row] = null;
                host.detach(window);
            }
        }
        retired.forEach(host::detach);
        retired.clear();
        if (table != null) {
            host.detach(table.memory());
        }
    }
}
