package iccl.kernel.internal.collective;

import static java.util.Objects.requireNonNull;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.port.Accumulator;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;

/** The arithmetic of one operation at a time, in accumulators. */
final class Reduction {
    private final HostPlatform host;
    private final int ranks;
    private Datatype type = Datatype.INT8;
    private ReductionOp op = ReductionOp.SUM;
    private Accumulator accumulator = Accumulator.ELEMENT;

    Reduction(HostPlatform host, int ranks) {
        this.host = host;
        this.ranks = ranks;
    }

    void take(CollectiveCall call) {
        type = call.type();
        op = requireNonNull(call.op());
        accumulator = Accumulator.of(type, op);
    }

    /** Bytes of one accumulator. */
    int bytes() {
        return accumulator.bytes(type);
    }

    /** Elements as accumulators: where they are, when they are their own; else loaded into the slot. Returns where. */
    long operand(long elements, long slot, long count) {
        if (accumulator == Accumulator.ELEMENT) {
            return elements;
        }
        host.load(type, op, slot, elements, count);
        return slot;
    }

    void combine(long to, long left, long right, long count) {
        host.combine(type, op, to, left, right, count);
    }

    void store(long to, long accumulators, long count) {
        host.store(type, op, to, accumulators, count, ranks);
    }

    void fold(long to, long[] sources, long count) {
        host.fold(type, op, to, sources, ranks, count);
    }
}
