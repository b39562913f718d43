package iccl.examples.internal.suite;

import java.nio.LongBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one rank has to say about a case, after its last iteration. Travels as {@value #LONGS} 64-bit words.
 *
 * @param failure the first thing wrong, or null
 * @param checksum of all results that must have the same bits on every rank
 * @param nanos the median time of an iteration
 */
record Finding(@Nullable Failure failure, long checksum, long nanos) {
    static final int LONGS = 7;

    private static final long MAGIC = 0x4943434c46494e44L;
    private static final long NO_FAILURE = -1;
    private static final List<Failure.Kind> KINDS = List.of(Failure.Kind.values());

    void writeTo(LongBuffer to) {
        to.put(MAGIC).put(checksum).put(nanos);
        if (failure == null) {
            to.put(NO_FAILURE).put(0).put(0).put(0);
        } else {
            to.put(KINDS.indexOf(failure.kind()))
                    .put(failure.index())
                    .put(failure.expected())
                    .put(failure.got());
        }
    }

    /** Null when the words are not what a rank wrote: then the exchange of the findings itself went wrong. */
    static @Nullable Finding readFrom(LongBuffer from) {
        long magic = from.get();
        long checksum = from.get();
        long nanos = from.get();
        long kind = from.get();
        long index = from.get();
        long expected = from.get();
        long got = from.get();
        if (magic != MAGIC || kind < NO_FAILURE || kind >= KINDS.size()) {
            return null;
        }
        Failure failure = kind == NO_FAILURE ? null : new Failure(KINDS.get((int) kind), index, expected, got);
        return new Finding(failure, checksum, nanos);
    }
}
