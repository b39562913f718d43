package iccl.kernel.internal.hierarchy;

import static java.util.Objects.requireNonNull;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.port.Accumulator;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;
import org.jspecify.annotations.Nullable;

/**
 * What a node's part of a reduction is kept in, as elements of a type that any algorithm can reduce further: half floats as
 * float32, averages as sums, of short integers as 64-bit ones. The division and the rounding come once, at the end.
 */
final class Partial {
    /** What is loaded and combined at a time: it stays in the first-level cache. */
    private static final long CACHED_BYTES = 16 * 1024;

    private final HostPlatform host;
    private final int ranks;
    private final long[] advanced;
    private Datatype type = Datatype.UINT8;
    private @Nullable ReductionOp op;
    private Accumulator accumulator = Accumulator.ELEMENT;
    private long spare;

    /**
     * @param ranks whose elements are reduced in the end
     * @param sources how many a node has of them at most
     */
    Partial(HostPlatform host, int ranks, int sources) {
        this.host = host;
        this.ranks = ranks;
        this.advanced = new long[sources];
    }

    /** Whether the partial results of a reduction are elements of a type. */
    static boolean exists(Datatype type, ReductionOp op) {
        return Accumulator.of(type, op) != Accumulator.INT128;
    }

    void take(CollectiveCall call) {
        type = call.type();
        op = call.op();
        accumulator = op == null ? Accumulator.ELEMENT : Accumulator.of(type, op);
    }

    /** The type of partial results. */
    Datatype type() {
        return switch (accumulator) {
            case ELEMENT -> type;
            case FLOAT32 -> Datatype.FLOAT32;
            case INT64 -> type.kind() == Datatype.Kind.UNSIGNED ? Datatype.UINT64 : Datatype.INT64;
            case INT128 -> throw new IllegalStateException("no type holds a partial " + op + " of " + type);
        };
    }

    /** What reduces them further; null when nothing is reduced. */
    @Nullable
    ReductionOp op() {
        return op == ReductionOp.AVG ? ReductionOp.SUM : op;
    }

    /** Bytes of one. */
    int bytes() {
        return accumulator.bytes(type);
    }

    /** Whether they have the type of the operation, so that they can be where results will be. */
    boolean isElement() {
        return accumulator == Accumulator.ELEMENT;
    }

    /** Whether they are results already when all ranks' are in them. */
    boolean isResult() {
        return isElement() && op != ReductionOp.AVG;
    }

    /** How much memory of its own it needs. */
    long spareBytes(long most) {
        return isElement() ? 0 : Math.min(CACHED_BYTES, most * bytes());
    }

    /** Gives it that memory. */
    void use(long address) {
        spare = address;
    }

    /**
     * Combines elements of the node's ranks, in their order.
     *
     * @param to may be one of the sources, if they have the same type
     */
    void fold(long to, long[] sources, int count, long elements) {
        ReductionOp further = op();
        if (further == null) {
            throw new IllegalStateException("nothing to reduce");
        }
        if (isElement()) {
            host.fold(type, further, to, sources, count, elements);
            return;
        }
        long most = CACHED_BYTES / bytes();
        System.arraycopy(sources, 0, advanced, 0, count);
        for (long done = 0; done < elements; done += most) {
            foldSome(to + done * bytes(), count, Math.min(most, elements - done));
        }
    }

    private void foldSome(long to, int count, long some) {
        ReductionOp whole = requireNonNull(op);
        for (int source = 0; source < count; source++) {
            host.load(type, whole, source == 0 ? to : spare, advanced[source], some);
            if (source > 0) {
                host.combine(type, whole, to, to, spare, some);
            }
            advanced[source] += some * type.bytes();
        }
    }

    /** Turns partial results of all ranks into results; both may be at the same place if they have the same type. */
    void finish(long to, long from, long elements) {
        if (isResult() && to == from) {
            return;
        }
        host.store(type, requireNonNull(op), to, from, elements, ranks);
    }
}
