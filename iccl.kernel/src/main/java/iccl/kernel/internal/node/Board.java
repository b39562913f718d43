package iccl.kernel.internal.node;

import iccl.kernel.internal.memory.Words;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.SharedMemory;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the ranks of a communicator on one machine share: for each rank a row with its counter, where its buffers are and
 * a line for tiny operations, and slots. All of it is there several times, and exchanges use it in turn, so that a rank may
 * write for later exchanges while another still reads of this one: rows as often as {@link Room#LINE}. For each pair of ranks it
 * holds the way to the channel of their messages.
 */
final class Board {
    private static final int ROWS = Room.LINE.depth();
    private static final int SMALL_SLOTS = Room.SMALL_SLOT.depth();
    private static final int LARGE_SLOTS = Room.LARGE_SLOT.depth();

    /** Up to here a slot is small. */
    private static final long SMALL_SLOT_BYTES = 16 * 1024;

    /** A line that tells of the rank, and a line of data: processors fetch lines in pairs. */
    private static final int PAIR_BYTES = 128;

    private static final int ROWS_BYTES = (ROWS + 1) * PAIR_BYTES;

    private static final int COUNTER = 0;
    private static final int PLACES = 16;
    private static final int PAGE = 4096;
    private static final int LINE = 64;
    /** Two slots of two ranks fit in the second-level cache. */
    private static final long LONGEST_SLOT_BYTES = 256 * 1024;

    /** What a pair of ranks has: the way to a channel, its identity last. */
    private static final int WAY_BYTES = 32;

    private static final int IDENTITY = 0;
    private static final int PROCESS = 8;
    private static final int FILE = 16;
    private static final int BYTES = 24;
    /** In the place of an identity. */
    private static final long NO_CHANNEL = -1;

    private static final long SMALL_SLOTS_BYTES = SMALL_SLOTS * SMALL_SLOT_BYTES;

    private final HostPlatform host;
    private final SharedMemory memory;
    private final int ranks;
    private final ByteBuffer rows;
    private final long firstSlot;
    private final long slotBytes;
    private final long smallSlotBytes;

    private Board(HostPlatform host, SharedMemory memory, int ranks, long slotBytes) {
        this.host = host;
        this.memory = memory;
        this.ranks = ranks;
        this.rows = host.view(memory.address(), headBytes(ranks));
        this.firstSlot = memory.address() + headBytes(ranks);
        this.slotBytes = slotBytes;
        this.smallSlotBytes = Math.min(SMALL_SLOT_BYTES, slotBytes);
    }

    /**
     * @param slotsBytes the most that the slots of all ranks take together; but each is a line for each rank at least
     */
    static Board create(HostPlatform host, int ranks, long slotsBytes) {
        long slotBytes = Math.max(slotBytes(slotsBytes / ranks), (long) ranks * LINE);
        return new Board(host, host.share(headBytes(ranks) + ranks * slotsBytes(slotBytes)), ranks, slotBytes);
    }

    /** The board that another rank made. */
    static Board attach(HostPlatform host, SharedMemory.Key key, int ranks) {
        return new Board(host, host.attach(key), ranks, slotBytes((key.bytes() - headBytes(ranks)) / ranks));
    }

    /** How long a large slot is when all of one rank's slots take so much. */
    private static long slotBytes(long rankBytes) {
        long same = rankBytes / (SMALL_SLOTS + LARGE_SLOTS);
        long larger = (rankBytes - SMALL_SLOTS_BYTES) / LARGE_SLOTS;
        return Math.min(LONGEST_SLOT_BYTES, same <= SMALL_SLOT_BYTES ? same : larger) / LINE * LINE;
    }

    /** How much all slots of one rank take. */
    private static long slotsBytes(long slotBytes) {
        return LARGE_SLOTS * slotBytes + SMALL_SLOTS * Math.min(SMALL_SLOT_BYTES, slotBytes);
    }

    /** How much all rows and ways take. */
    private static int headBytes(int ranks) {
        return (ranks * (ROWS_BYTES + ranks * WAY_BYTES) + PAGE - 1) / PAGE * PAGE;
    }

    SharedMemory.Key key() {
        return memory.key();
    }

    /** How long a large slot is. */
    long slotBytes() {
        return slotBytes;
    }

    /** Where so many bytes go; at most {@link #slotBytes}. */
    Room roomFor(long bytes) {
        if (bytes <= LINE) {
            return Room.LINE;
        }
        return bytes <= smallSlotBytes ? Room.SMALL_SLOT : Room.LARGE_SLOT;
    }

    /** The last exchange that a rank began, of those that use the same row as this one. What it wrote for it is seen. */
    long counter(int rank, long exchange) {
        return Words.get(rows, pair(rank, exchange) + COUNTER);
    }

    /** The last exchange that a rank began at all. Who waits does not look here: the rank writes it each time. */
    long latest(int rank) {
        return Words.get(rows, latestAt(rank));
    }

    void raise(int rank, long exchange) {
        Words.set(rows, pair(rank, exchange) + COUNTER, exchange);
        Words.set(rows, latestAt(rank), exchange);
    }

    private static int latestAt(int rank) {
        return rank * ROWS_BYTES + ROWS * PAIR_BYTES;
    }

    /** Where a rank's room for an exchange is. */
    long room(int rank, Room room, long exchange) {
        return switch (room) {
            case LINE -> memory.address() + pair(rank, exchange) + LINE;
            case SMALL_SLOT -> slots(rank) + LARGE_SLOTS * slotBytes + exchange % SMALL_SLOTS * smallSlotBytes;
            case LARGE_SLOT -> slots(rank) + exchange % LARGE_SLOTS * slotBytes;
        };
    }

    private long slots(int rank) {
        return firstSlot + rank * slotsBytes(slotBytes);
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

    /** Tells the way to the channel from one rank to another. */
    void showChannel(int from, int to, SharedMemory.Key key) {
        int at = way(from, to);
        rows.putLong(at + PROCESS, key.process()).putLong(at + FILE, key.file()).putLong(at + BYTES, key.bytes());
        Words.set(rows, at + IDENTITY, key.identity());
    }

    void showNoChannel(int from, int to) {
        Words.set(rows, way(from, to) + IDENTITY, NO_CHANNEL);
    }

    /** The way to the channel from one rank to another; null while none is told. */
    SharedMemory.@Nullable Key shownChannel(int from, int to) {
        int at = way(from, to);
        long identity = Words.get(rows, at + IDENTITY);
        return identity == 0 || identity == NO_CHANNEL
                ? null
                : new SharedMemory.Key(
                        rows.getLong(at + PROCESS), (int) rows.getLong(at + FILE), identity, rows.getLong(at + BYTES));
    }

    boolean isWithoutChannel(int from, int to) {
        return Words.get(rows, way(from, to) + IDENTITY) == NO_CHANNEL;
    }

    private int way(int from, int to) {
        return ranks * ROWS_BYTES + (from * ranks + to) * WAY_BYTES;
    }

    private static int places(int rank, long exchange) {
        return pair(rank, exchange) + PLACES;
    }

    private static int pair(int rank, long exchange) {
        return rank * ROWS_BYTES + (int) (exchange % ROWS) * PAIR_BYTES;
    }

    void release() {
        host.detach(memory);
    }
}
