package iccl.examples.internal.suite;

import iccl.api.Datatype;
import org.jspecify.annotations.Nullable;

/**
 * The first thing that a rank found wrong.
 *
 * @param index which element, or as the kind says
 * @param expected what it should be: an element's bits, or as the kind says
 */
record Failure(Kind kind, long index, long expected, long got) {
    /** What may be wrong. The order is the number on the wire. */
    enum Kind {
        /** An element of the result. */
        RESULT,
        /** An element of a send buffer, which an operation must leave alone. */
        SEND_BUFFER,
        /** A byte outside of the buffers; the index is in bytes from the buffer's beginning, expected and got are not used. */
        GUARD,
        /** The barrier let a rank go before all had come; index is the late rank, expected and got are nanoseconds. */
        EARLY
    }

    /** For people, on one line. */
    String text(@Nullable Datatype type) {
        return switch (kind) {
            case RESULT -> "index " + index + ": " + values(type);
            case SEND_BUFFER -> "send buffer changed at index " + index + ": " + values(type);
            case GUARD -> "memory outside of the buffer was written, at byte " + index + " from its beginning";
            case EARLY -> "left the barrier after " + got + " ns, but rank " + index + " came only after " + expected
                    + " ns";
        };
    }

    private String values(@Nullable Datatype type) {
        return type == null
                ? "expected " + expected + ", got " + got
                : "expected " + Elements.text(type, expected) + ", got " + Elements.text(type, got);
    }
}
