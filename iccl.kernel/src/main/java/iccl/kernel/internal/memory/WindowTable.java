package iccl.kernel.internal.memory;

import iccl.api.IcclException;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.SharedMemory;
import java.nio.ByteBuffer;

/**
 * Which windows a process has: shared memory itself, written by that process, read by the others of its machine. Each row
 * holds the way to one window; a row is free when its identity is 0.
 *
 * <p>Threads: one writes at a time; any may read. A row may be read while its window is in use by an operation.
 */
public final class WindowTable {
    /** Windows that a process can have at a time. */
    public static final int ROWS = 256;

    private static final int ROW_BYTES = 32;
    private static final int IDENTITY = 0;
    private static final int BYTES = 8;
    private static final int FILE = 16;
    private static final int CHANGES = ROWS * ROW_BYTES;

    /** Holds the table's identity: who reads it, reads the right process. */
    private static final int MARK = CHANGES + 8;
    /** Where this process puts what it reads of another's. */
    private static final int READ = CHANGES + 16;

    private static final int TABLE_BYTES = CHANGES + 64;

    private final SharedMemory memory;
    private final ByteBuffer rows;

    private WindowTable(HostPlatform host, SharedMemory memory) {
        this.memory = memory;
        this.rows = host.view(memory.address(), TABLE_BYTES);
    }

    static WindowTable create(HostPlatform host) {
        WindowTable made = new WindowTable(host, host.share(TABLE_BYTES));
        made.rows.putLong(MARK, made.key().identity());
        return made;
    }

    /** Another process's table. */
    public static WindowTable attach(HostPlatform host, SharedMemory.Key key) {
        return new WindowTable(host, host.attach(key));
    }

    public SharedMemory memory() {
        return memory;
    }

    /**
     * Whether this process may copy from the memory of the process that another table is of, whatever memory.
     *
     * @param address where that process has its table
     */
    public synchronized boolean canCopyFrom(HostPlatform host, WindowTable other, long address) {
        if (!host.reachesProcesses()) {
            return false;
        }
        try {
            rows.putLong(READ, 0);
            host.pull(memory.address() + READ, other.key().process(), address + MARK, Long.BYTES);
            return rows.getLong(READ) == other.key().identity();
        } catch (IcclException e) {
            // Many systems forbid it; ranks then copy through memory that they share.
            return false;
        }
    }

    /** The way to it for other processes. */
    public SharedMemory.Key key() {
        return memory.key();
    }

    void write(int row, SharedMemory.Key window) {
        rows.putLong(at(row) + BYTES, window.bytes()).putLong(at(row) + FILE, window.file());
        Words.set(rows, at(row) + IDENTITY, window.identity());
        Words.set(rows, CHANGES, Words.get(rows, CHANGES) + 1);
    }

    void clear(int row) {
        Words.set(rows, at(row) + IDENTITY, 0);
        Words.set(rows, CHANGES, Words.get(rows, CHANGES) + 1);
    }

    /** Grows when a row changes. */
    public long changes() {
        return Words.get(rows, CHANGES);
    }

    /** Tells a row's window from all others; 0 = none. */
    public long identity(int row) {
        return Words.get(rows, at(row) + IDENTITY);
    }

    /** The way to a row's window. */
    public SharedMemory.Key key(int row) {
        long identity = identity(row);
        int file = Math.toIntExact(rows.getLong(at(row) + FILE));
        return new SharedMemory.Key(key().process(), file, identity, rows.getLong(at(row) + BYTES));
    }

    private static int at(int row) {
        return row * ROW_BYTES;
    }
}
