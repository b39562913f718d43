package iccl.kernel.internal.node;

import iccl.kernel.internal.memory.Words;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.port.SharedMemory;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The memory through which one rank sends messages to another: entries that messages use in turn, by their number. The
 * sender writes a message's length and place, or puts the message itself beside them or into a slot; the receiver says that it
 * has it. An entry is free for a message when the one that used it before, {@link #DEPTH} messages ago, has been taken.
 */
final class Channel {
    /** How many messages may be on the way. */
    static final int DEPTH = 64;

    /** How many of them may lie in slots. */
    static final int SLOTS = 8;

    /** The place of a message that lies in the channel. */
    static final long HERE = 0;

    /** The place of a message that comes through the transport. */
    static final long ELSEWHERE = -1;

    private static final long LINE = 64;
    private static final int SENT = 0;
    private static final int BYTES = 8;
    private static final int PLACE = 16;
    private static final int SHORT = 64;
    private static final int TAKEN = 128;
    private static final int REFUSED = 136;
    private static final int ENTRY_BYTES = 256;
    private static final int ENTRIES_BYTES = DEPTH * ENTRY_BYTES;

    private final HostPlatform host;
    private final SharedMemory memory;
    private final ByteBuffer entries;
    private final long slotBytes;

    /** Which message each slot was last used for; the sender's. */
    private final long[] slotUsers = new long[SLOTS];

    private boolean isKnown;
    /** The highest number so far. */
    private long highest;

    Channel(HostPlatform host, SharedMemory memory) {
        this.host = host;
        this.memory = memory;
        this.entries = host.view(memory.address(), ENTRIES_BYTES);
        this.slotBytes = (memory.key().bytes() - ENTRIES_BYTES) / SLOTS;
    }

    /**
     * @param slotBytes how long a message may be that lies in the channel, at least a line
     */
    static Channel create(HostPlatform host, long slotBytes) {
        return new Channel(host, host.share(ENTRIES_BYTES + SLOTS * Math.max(LINE, slotBytes / LINE * LINE)));
    }

    SharedMemory.Key key() {
        return memory.key();
    }

    /** The number of a message by its {@link MessageTag}. */
    long number(int tag) {
        long number = MessageTag.number(tag, highest);
        highest = Math.max(highest, number);
        return number;
    }

    /** Whether the receiver is known to have the channel, too: then it keeps it even when the sender is gone. */
    boolean isKnown() {
        return isKnown;
    }

    /** The receiver has taken a message. */
    void becomeKnown() {
        isKnown = true;
    }

    /** Whether the sender may write: whoever used the entry before has seen what became of its message. */
    boolean isFree(long number) {
        long before = number - DEPTH;
        return before <= 0 || isTaken(before) && !isRefused(before);
    }

    boolean isTaken(long number) {
        return Words.get(entries, at(number) + TAKEN) >= number;
    }

    boolean isSent(long number) {
        return Words.get(entries, at(number) + SENT) == number;
    }

    /** Whether a message can lie in the channel now. */
    boolean hasRoom(long number, long bytes) {
        return bytes <= LINE || bytes <= slotBytes && isTaken(slotUsers[slot(number)]);
    }

    /** Puts a message into the channel. */
    void put(long number, long from, long bytes) {
        if (bytes > LINE) {
            slotUsers[slot(number)] = number;
        }
        host.copy(room(number, bytes), from, bytes);
        show(number, HERE, bytes);
    }

    /** Says where a message is; see {@link Place}. */
    void show(long number, long place, long bytes) {
        int entry = at(number);
        entries.putLong(entry + BYTES, bytes).putLong(entry + PLACE, place);
        Words.set(entries, entry + SENT, number);
    }

    /** How long a message is that was sent. */
    long bytes(long number) {
        return entries.getLong(at(number) + BYTES);
    }

    long place(long number) {
        return entries.getLong(at(number) + PLACE);
    }

    /** Copies a message out of the channel. */
    void get(long number, long to, long bytes) {
        host.copy(to, room(number, bytes), bytes);
    }

    /** The receiver needs nothing more of the sender. */
    void take(long number) {
        Words.set(entries, at(number) + TAKEN, number);
    }

    /** The receiver cannot come to the message's place: it is to come through the transport. */
    void refuse(long number) {
        entries.putLong(at(number) + REFUSED, number);
        take(number);
    }

    /** Whether a message that was taken is to come through the transport. */
    boolean isRefused(long number) {
        return entries.getLong(at(number) + REFUSED) == number;
    }

    /** The sender has seen the refusal: the next message may use the entry, and may be refused there, too. */
    void acceptRefusal(long number) {
        entries.putLong(at(number) + REFUSED, 0);
    }

    /** The sender gives a message up that it has shown: its buffer may change from now on. */
    void withdraw(long number) {
        Words.set(entries, at(number) + SENT, -number);
    }

    /** Whether a message that was sent is withdrawn; what was copied before is good if it is not. */
    boolean isWithdrawn(long number) {
        VarHandle.loadLoadFence();
        return Words.get(entries, at(number) + SENT) == -number;
    }

    private long room(long number, long bytes) {
        return bytes <= LINE
                ? memory.address() + at(number) + SHORT
                : memory.address() + ENTRIES_BYTES + slot(number) * slotBytes;
    }

    private static int slot(long number) {
        return (int) (number % SLOTS);
    }

    private static int at(long number) {
        return (int) (number % DEPTH) * ENTRY_BYTES;
    }

    void release() {
        host.detach(memory);
    }
}
