package iccl.backend.local.internal;

import java.nio.ByteBuffer;

/**
 * The control area of a segment: who is in the group and how each rank is, and which rings there are.
 *
 * <p>Threads: all methods may be called by any thread of any rank.
 */
final class Control {
    private static final long MAGIC = 0x4943434C_00000001L;

    private static final int SIZE = 8;
    private static final int RING_BYTES = 16;
    private static final int TROUBLE = Layout.LINE;

    private static final int PROCESS = 0;
    private static final int STARTED = 8;
    private static final int NAMESPACE = 16;
    private static final int STATE = 24;
    private static final int INCOMING = Layout.LINE;

    private static final int CULPRIT_SHIFT = 8;
    private static final int STATE_MASK = (1 << CULPRIT_SHIFT) - 1;

    private final ByteBuffer memory;
    private final Layout layout;

    /** Over a control area that was formatted. */
    Control(ByteBuffer memory, Layout layout) {
        this.memory = memory;
        this.layout = layout;
    }

    /** Writes the header into zeroed memory. */
    static Control format(ByteBuffer memory, Layout layout) {
        memory.putLong(SIZE, layout.size());
        memory.putLong(RING_BYTES, layout.ringBytes());
        Words.set(memory, 0, MAGIC);
        return new Control(memory, layout);
    }

    /**
     * The layout that a header tells of.
     *
     * @param header the first {@link Layout#HEADER_BYTES} bytes, in native order
     * @throws IllegalArgumentException when it is no header of this version
     */
    static Layout layout(ByteBuffer header) {
        if (header.getLong(0) != MAGIC) {
            throw new IllegalArgumentException("no segment of this version");
        }
        return new Layout(Math.toIntExact(header.getLong(SIZE)), header.getLong(RING_BYTES));
    }

    Layout layout() {
        return layout;
    }

    /**
     * Takes a rank's row.
     *
     * @return whether it was free
     */
    boolean claim(int rank, ProcessIdentity process) {
        int row = layout.row(rank);
        if (!Words.change(memory, row + PROCESS, 0, process.id())) {
            return false;
        }
        memory.putLong(row + STARTED, process.started());
        memory.putLong(row + NAMESPACE, process.namespace());
        return move(rank, RankState.ABSENT, RankState.JOINED, rank);
    }

    /** The process of a rank; only for ranks that are not {@link RankState#ABSENT}. */
    ProcessIdentity process(int rank) {
        int row = layout.row(rank);
        return new ProcessIdentity(
                Words.get(memory, row + PROCESS), memory.getLong(row + STARTED), memory.getLong(row + NAMESPACE));
    }

    RankState state(int rank) {
        return RankState.of((int) Words.get(memory, layout.row(rank) + STATE) & STATE_MASK);
    }

    /** The rank that made this one abort; itself unless it says otherwise. */
    int culprit(int rank) {
        return (int) (Words.get(memory, layout.row(rank) + STATE) >>> CULPRIT_SHIFT);
    }

    /**
     * Changes a rank's state and, when it got worse, makes everybody look.
     *
     * @return false when the state was not {@code from}
     */
    boolean move(int rank, RankState from, RankState to, int culprit) {
        int index = layout.row(rank) + STATE;
        long now = Words.get(memory, index);
        if (((int) now & STATE_MASK) != from.code()
                || !Words.change(memory, index, now, (long) culprit << CULPRIT_SHIFT | to.code())) {
            return false;
        }
        if (to != RankState.JOINED) {
            Words.increment(memory, TROUBLE);
        }
        return true;
    }

    /** Grows whenever a rank goes. */
    long trouble() {
        return Words.get(memory, TROUBLE);
    }

    /** Tells {@code to} where the ring is that brings it messages of {@code from}. */
    void announce(int from, int to, long place) {
        Words.set(memory, layout.row(to) + INCOMING + from * Long.BYTES, place);
    }

    /** What {@link #announce} told; 0 when nothing. */
    long announced(int from, int to) {
        return Words.get(memory, layout.row(to) + INCOMING + from * Long.BYTES);
    }
}
