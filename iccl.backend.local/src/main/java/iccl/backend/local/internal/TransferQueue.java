package iccl.backend.local.internal;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Transfers in the order in which they were posted. */
final class TransferQueue {
    private @Nullable Transfer first;
    private @Nullable Transfer last;

    @Nullable
    Transfer first() {
        return first;
    }

    boolean isEmpty() {
        return first == null;
    }

    void add(Transfer transfer) {
        transfer.next = null;
        if (last == null) {
            first = transfer;
        } else {
            last.next = transfer;
        }
        last = transfer;
    }

    /** Takes out the first with that tag, or null. */
    @Nullable
    Transfer take(int tag) {
        Transfer before = null;
        for (Transfer t = first; t != null; before = t, t = t.next) {
            if (t.tag == tag) {
                unlink(before, t);
                return t;
            }
        }
        return null;
    }

    void remove(Transfer transfer) {
        Transfer before = null;
        for (Transfer t = first; t != null; before = t, t = t.next) {
            if (t == transfer) {
                unlink(before, t);
                return;
            }
        }
    }

    /** Puts {@code other} where {@code transfer}, the first, is. */
    void replaceFirst(Transfer other) {
        Transfer old = Objects.requireNonNull(first);
        other.next = old.next;
        first = other;
        if (last == old) {
            last = other;
        }
        old.next = null;
    }

    private void unlink(@Nullable Transfer before, Transfer transfer) {
        if (before == null) {
            first = transfer.next;
        } else {
            before.next = transfer.next;
        }
        if (last == transfer) {
            last = before;
        }
        transfer.next = null;
    }
}
