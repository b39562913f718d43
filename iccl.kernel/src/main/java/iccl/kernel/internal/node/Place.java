package iccl.kernel.internal.node;

import iccl.kernel.internal.memory.Windows;

/**
 * Where a buffer is, in one word that other processes understand: the row of its window and how far it is inside; or, between
 * ranks of one process, its address.
 */
final class Place {
    /** Nowhere that others can reach; or the operation does not use the buffer. */
    static final long UNREACHABLE = 0;

    private static final int SHIFT = 48;
    private static final long OFFSET = (1L << SHIFT) - 1;
    /** What an address has in the place of a row. */
    private static final long ADDRESS = 1L << SHIFT;

    private Place() {}

    static long inWindow(Windows windows, long address) {
        int row = address == 0 ? Windows.NONE : windows.find(address);
        return row == Windows.NONE ? UNREACHABLE : (row + 1L) << SHIFT | windows.offset(row, address);
    }

    /** For ranks of one process, which share all memory. */
    static long atAddress(long address) {
        return address == 0 ? UNREACHABLE : ADDRESS | address & OFFSET;
    }

    static int row(long place) {
        return (int) (place >>> SHIFT) - 1;
    }

    /** In the window; or the address itself. */
    static long offset(long place) {
        return place & OFFSET;
    }
}
