package iccl.kernel.internal.node;

import iccl.kernel.internal.memory.Windows;

/**
 * Where a buffer is, in one word that other processes understand: the row of its window and how far it is inside; or its
 * address, which is good in ranks of the same process, and for copying from and to its process.
 */
final class Place {
    /** Nowhere that others can reach; or the operation does not use the buffer. */
    static final long UNREACHABLE = 0;

    private static final int SHIFT = 48;
    private static final long OFFSET = (1L << SHIFT) - 1;
    /** What an address has in the place of a row. */
    private static final long ADDRESS = 1L << SHIFT;

    /** Of a buffer that nobody asks for. */
    static final long IRRELEVANT = ADDRESS;

    /** What memory outside of windows has in the place of a row. */
    private static final long FOREIGN = 0xffffL << SHIFT;

    private Place() {}

    static long inWindow(Windows windows, long address) {
        int row = address == 0 ? Windows.NONE : windows.find(address);
        return row == Windows.NONE ? UNREACHABLE : (row + 1L) << SHIFT | windows.offset(row, address);
    }

    /** In memory that is no window, for processes that can copy from and to this one's. */
    static long inProcess(long address) {
        return address == 0 ? UNREACHABLE : FOREIGN | address & OFFSET;
    }

    static boolean isInProcess(long place) {
        return (place & ~OFFSET) == FOREIGN;
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
