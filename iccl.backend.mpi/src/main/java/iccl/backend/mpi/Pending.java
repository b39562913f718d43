package iccl.backend.mpi;

import iccl.api.Operation;
import org.jspecify.annotations.Nullable;

/** What a handle stands for; used again and again. A plain structure of {@link Handles}, {@link MpiEndpoint}. */
final class Pending {
    enum Kind {
        FREE,
        SEND,
        RECEIVE,
        COLLECTIVE
    }

    final int handle;
    Kind kind = Kind.FREE;
    int peer;
    int tag;
    long bytes;

    @Nullable
    Operation operation;

    /** The requests of the chunks; those before {@link #done} have ended. */
    long[] requests = new long[1];

    int count;
    int done;

    /** Memory that belongs to the operation, or 0. */
    long scratch;

    long scratchBytes;

    /** Where the scratch goes when all is done, or 0. */
    long scratchTo;

    Pending(int handle) {
        this.handle = handle;
    }

    void begin(Kind newKind, int newPeer, int newTag, long newBytes) {
        kind = newKind;
        peer = newPeer;
        tag = newTag;
        bytes = newBytes;
        operation = null;
        count = 0;
        done = 0;
        scratch = 0;
        scratchBytes = 0;
        scratchTo = 0;
    }

    void add(long request) {
        if (count == requests.length) {
            requests = java.util.Arrays.copyOf(requests, 2 * count);
        }
        requests[count++] = request;
    }

    /** For messages to people: {@code receiving 8 bytes from rank 3 (tag 7)}. */
    String describe() {
        return switch (kind) {
            case FREE -> "nothing";
            case SEND -> "sending " + bytes + " bytes to rank " + peer + " (tag " + tag + ")";
            case RECEIVE -> "receiving " + bytes + " bytes from rank " + peer + " (tag " + tag + ")";
            case COLLECTIVE -> "the collective " + (operation == null ? "" : operation.title());
        };
    }
}
