package iccl.capi.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for communicators: what a C program holds as {@code infinicclComm_t}. A number is a slot and how often the slot was
 * used before, so one that is stale or made up is found, not followed.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class Handles {
    private static final int SLOT_BITS = 20;
    private static final int MAX_SLOTS = 1 << SLOT_BITS;

    /** Replaced, never changed, so that readers need no lock. */
    private volatile @Nullable Entry[] slots = new Entry[0];

    private long used;

    private record Entry(long number, Handle handle) {}

    synchronized long add(Handle handle) {
        int slot = 0;
        while (slot < slots.length && slots[slot] != null) {
            slot++;
        }
        if (slot == MAX_SLOTS) {
            throw new IcclException(ResultCode.INVALID_USAGE, "there are " + MAX_SLOTS + " communicators already");
        }
        used++;
        long number = (used << SLOT_BITS) | slot;
        put(slot, new Entry(number, handle));
        return number;
    }

    /** The communicator with that number, which is free afterwards. */
    synchronized Handle remove(long number) {
        Handle handle = get(number);
        put(slotOf(number), null);
        return handle;
    }

    Handle get(long number) {
        @Nullable Entry[] now = slots;
        int slot = slotOf(number);
        Entry entry = slot < now.length ? now[slot] : null;
        if (entry == null || entry.number() != number) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    number == 0
                            ? "comm is NULL"
                            : "comm = 0x" + Long.toHexString(number)
                                    + " is no communicator: it was destroyed or never made");
        }
        return entry.handle();
    }

    private static int slotOf(long number) {
        return (int) (number & (MAX_SLOTS - 1));
    }

    private void put(int slot, @Nullable Entry entry) {
        @Nullable Entry[] next = Arrays.copyOf(slots, Math.max(slots.length, slot + 1));
        next[slot] = entry;
        slots = next;
    }
}
