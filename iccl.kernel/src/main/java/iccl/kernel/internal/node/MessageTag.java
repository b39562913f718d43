package iccl.kernel.internal.node;

/**
 * What stands in the place of a tag for a message through shared memory: its number among all messages from one rank to
 * another.
 */
public final class MessageTag {
    /** How many bits of the number it holds. */
    private static final int BITS = 30;

    private static final int MARK = 1 << BITS;
    /** As the tags of other messages between two ranks. */
    private static final int TRANSPORT = 1 << 14;

    private MessageTag() {}

    /**
     * @param count messages before this one
     */
    public static int of(long count) {
        return MARK | (int) (count & MARK - 1);
    }

    /** Whether a tag is one of these. */
    public static boolean isOne(int tag) {
        return tag >= MARK;
    }

    /**
     * The number of a message, from 1. A tag holds its lowest bits; messages that are under way at the same time are less than
     * half of what these can count apart.
     *
     * @param near the number of a message that is under way or was the last
     */
    static long number(int tag, long near) {
        int unused = Integer.SIZE - BITS;
        return near + (tag + 1 - (int) near << unused >> unused);
    }

    /** For a message that the transport carries after all. */
    static int ofTransport(int tag) {
        return TRANSPORT | tag & TRANSPORT - 1;
    }
}
