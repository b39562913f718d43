package iccl.platform.cpu.internal;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.port.Accumulator;
import iccl.kernel.port.Arithmetic;
import iccl.platform.cpu.internal.jni.CpuNative;

/**
 * Reductions in C++, in vectors as wide as {@link Isa} allows. Addresses need no alignment at all.
 *
 * <p>Threads: all methods may be called by any thread.
 */
final class CpuArithmetic implements Arithmetic {
    private final int level;

    CpuArithmetic(Isa isa) {
        this.level = KernelCodes.of(isa);
    }

    @Override
    public void fold(Datatype type, ReductionOp op, long to, long[] sources, int ranks, long count) {
        if (ranks < 1 || ranks > sources.length) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "fold of " + ranks + " ranks was given " + sources.length + " sources");
        }
        if (isEmpty(count, to, sources[0])) {
            return;
        }
        if (ranks == 2 && op != ReductionOp.AVG && Accumulator.of(type, op) == Accumulator.ELEMENT) {
            // The same, without the table of sources.
            combine(type, op, to, sources[0], sources[1], count);
            return;
        }
        int result = CpuNative.fold(level, KernelCodes.of(type), KernelCodes.of(op), to, sources, ranks, count);
        if (result != 0) { // without making a message, which would be garbage, when all is well
            SystemErrors.check(result, () -> "cannot fold " + ranks + " sources");
        }
    }

    @Override
    public void load(Datatype type, ReductionOp op, long toAccumulators, long from, long count) {
        if (!isEmpty(count, toAccumulators, from)) {
            CpuNative.load(level, KernelCodes.of(type), KernelCodes.of(op), toAccumulators, from, count);
        }
    }

    @Override
    public void combine(Datatype type, ReductionOp op, long to, long left, long right, long count) {
        if (!isEmpty(count, to, left) && !isEmpty(count, to, right)) {
            CpuNative.combine(level, KernelCodes.of(type), KernelCodes.of(op), to, left, right, count);
        }
    }

    @Override
    public void store(Datatype type, ReductionOp op, long to, long fromAccumulators, long count, int ranks) {
        if (ranks < 1) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "store for " + ranks + " ranks; at least 1 is needed");
        }
        if (!isEmpty(count, to, fromAccumulators)) {
            CpuNative.store(level, KernelCodes.of(type), KernelCodes.of(op), to, fromAccumulators, count, ranks);
        }
    }

    private static boolean isEmpty(long count, long to, long from) {
        if (count < 0 || (count > 0 && (to == 0 || from == 0))) {
            throw new IcclException(
                    ResultCode.INVALID_ARGUMENT,
                    "reduction of " + count + " elements from 0x" + Long.toHexString(from) + " to 0x"
                            + Long.toHexString(to));
        }
        return count == 0;
    }
}
