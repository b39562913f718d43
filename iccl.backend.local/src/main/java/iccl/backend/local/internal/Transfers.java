package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The table of an endpoint's transfers. It grows and never shrinks, so that in the end nothing is allocated. */
final class Transfers {
    private static final int FIRST = 64;

    private Transfer[] slots = new Transfer[0];
    private @Nullable Transfer free;

    Transfers() {
        grow(FIRST);
    }

    private void grow(int length) {
        int old = slots.length;
        slots = Arrays.copyOf(slots, length);
        for (int i = length - 1; i >= old; i--) {
            slots[i] = new Transfer(i);
            slots[i].next = free;
            free = slots[i];
        }
    }

    /** A free slot, marked as waiting; the caller fills in the rest. */
    Transfer take() {
        if (free == null) {
            grow(2 * slots.length);
        }
        Transfer transfer = Objects.requireNonNull(free);
        free = transfer.next;
        transfer.next = null;
        transfer.state = Transfer.State.WAITING;
        return transfer;
    }

    Transfer find(int handle) {
        if (handle < 0 || handle >= slots.length || slots[handle].state == Transfer.State.FREE) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    "handle " + handle + " is not in use: a handle ends with the test that says true or throws, and "
                            + "with cancel");
        }
        return slots[handle];
    }

    /** Ends a handle; the transfer is in no list any more. */
    void give(Transfer transfer) {
        transfer.state = Transfer.State.FREE;
        transfer.failure = null;
        transfer.done = 0;
        transfer.next = free;
        free = transfer;
    }
}
