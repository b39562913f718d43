package iccl.kernel.internal.node;

import iccl.kernel.internal.memory.Words;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.SharedMemory;
import java.nio.ByteBuffer;

/**
 * The memory that the ranks of a communicator on one machine share: a row for each rank, with its counter, where its
 * buffers are, and a line for tiny operations; then two slots for each rank. What belongs to odd exchanges and what belongs to even ones lies apart, so that a
 * rank may write for the next exchange while another still reads of this one.
 */
final class Board {
    /** Of even exchanges, then of odd ones: a line that tells of the rank, and a line of data. */
    private static final int ROW_BYTES = 256;

    /** Two lines, since processors fetch lines in pairs: whoever sees the counter soon sees the data. */
    private static final int PAIR_BYTES = 128;

    private static final int COUNTER = 0;
    private static final int PLACES = 16;
    private static final int PAGE = 4096;
    private static final int LINE = 64;
    /** Two slots of two ranks fit in the second-level cache. */
    private static final long LONGEST_SLOT_BYTES = 256 * 1024;

    private final HostPlatform host;
    private final SharedMemory memory;
    private final ByteBuffer rows;
    private final long firstSlot;
    private final long slotBytes;

    private Board(HostPlatform host, SharedMemory memory, int ranks, long slotBytes) {
        this.host = host;
        this.memory = memory;
        this.rows = host.view(memory.address(), rowsBytes(ranks));
        this.firstSlot = memory.address() + rowsBytes(ranks);
        this.slotBytes = slotBytes;
    }

    /**
     * @param slotBytes of each of two slots per rank, as {@link #slotBytes(long, int)} gives it
     */
    static Board create(HostPlatform host, int ranks, long slotBytes) {
        return new Board(host, host.share(rowsBytes(ranks) + 2 * slotBytes * ranks), ranks, slotBytes);
    }

    /** The board that another rank made. */
    static Board attach(HostPlatform host, SharedMemory.Key key, int ranks) {
        long slotBytes = (key.bytes() - rowsBytes(ranks)) / (2L * ranks);
        return new Board(host, host.attach(key), ranks, slotBytes);
    }

    /** How long slots can be when all together may take so much; at least a line for each rank. */
    static long slotBytes(long allBytes, int ranks) {
        long share = Math.min(LONGEST_SLOT_BYTES, allBytes / (2L * ranks));
        return Math.max(share / LINE, ranks) * LINE;
    }

    private static int rowsBytes(int ranks) {
        return (ranks * ROW_BYTES + PAGE - 1) / PAGE * PAGE;
    }

    SharedMemory.Key key() {
        return memory.key();
    }

    long slotBytes() {
        return slotBytes;
    }

    /**
     * The exchange that a rank began last, of those that are odd or even like this one. What it wrote for it is seen.
     */
    long counter(int rank, long exchange) {
        return Words.get(rows, pair(rank, exchange) + COUNTER);
    }

    void raise(int rank, long exchange) {
        Words.set(rows, pair(rank, exchange) + COUNTER, exchange);
    }

    /** Where 64 bytes of a rank for an exchange are. */
    long line(int rank, long exchange) {
        return memory.address() + pair(rank, exchange) + LINE;
    }

    /** Where a rank's slot for an exchange is. */
    long slot(int rank, long exchange) {
        return firstSlot + (2L * rank + (exchange & 1)) * slotBytes;
    }

    /** Tells where this rank's buffers are, as {@link Place} says it; before it raises its counter to the exchange. */
    void show(int rank, long exchange, long send, long recv) {
        int at = places(rank, exchange);
        rows.putLong(at, send).putLong(at + Long.BYTES, recv);
    }

    long shownSend(int rank, long exchange) {
        return rows.getLong(places(rank, exchange));
    }

    long shownRecv(int rank, long exchange) {
        return rows.getLong(places(rank, exchange) + Long.BYTES);
    }

    private static int places(int rank, long exchange) {
        return pair(rank, exchange) + PLACES;
    }

    private static int pair(int rank, long exchange) {
        return rank * ROW_BYTES + (int) (exchange & 1) * PAIR_BYTES;
    }

    void release() {
        host.detach(memory);
    }
}
