package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.port.Accumulator;
import iccl.kernel.port.Arithmetic;
import java.nio.ByteBuffer;

/**
 * What {@link Arithmetic} means, one element at a time, in plain Java: what a platform's own is compared with. Every NaN
 * that it writes is the canonical quiet one.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class ReferenceArithmetic implements Arithmetic {
    /** Gives the bytes at an address. */
    @FunctionalInterface
    public interface Memory {
        /** A buffer over exactly those bytes, in native order. */
        ByteBuffer view(long address, long bytes);
    }

    private final Memory memory;

    public ReferenceArithmetic(Memory memory) {
        this.memory = memory;
    }

    @Override
    public void fold(Datatype type, ReductionOp op, long to, long[] sources, int ranks, long count) {
        ScalarArithmetic scalar = new ScalarArithmetic(type, op);
        ByteBuffer target = memory.view(to, count * type.bytes());
        ByteBuffer[] views = new ByteBuffer[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            views[rank] = memory.view(sources[rank], count * type.bytes());
        }
        for (int index = 0; index < count; index++) {
            scalar.load(Elements.get(views[0], type, index));
            for (int rank = 1; rank < ranks; rank++) {
                scalar.combineElement(Elements.get(views[rank], type, index));
            }
            Elements.put(target, type, index, scalar.store(ranks));
        }
    }

    @Override
    public void load(Datatype type, ReductionOp op, long toAccumulators, long from, long count) {
        ScalarArithmetic scalar = new ScalarArithmetic(type, op);
        ByteBuffer target = accumulators(type, op, toAccumulators, count);
        ByteBuffer source = memory.view(from, count * type.bytes());
        for (int index = (int) count - 1; index >= 0; index--) { // backwards, so that it may grow in place
            scalar.load(Elements.get(source, type, index));
            scalar.write(target, index);
        }
    }

    @Override
    public void combine(Datatype type, ReductionOp op, long to, long left, long right, long count) {
        ScalarArithmetic scalar = new ScalarArithmetic(type, op);
        ByteBuffer target = accumulators(type, op, to, count);
        ByteBuffer leftView = accumulators(type, op, left, count);
        ByteBuffer rightView = accumulators(type, op, right, count);
        for (int index = 0; index < count; index++) {
            scalar.read(leftView, index);
            scalar.combine(rightView, index);
            scalar.write(target, index);
        }
    }

    @Override
    public void store(Datatype type, ReductionOp op, long to, long fromAccumulators, long count, int ranks) {
        ScalarArithmetic scalar = new ScalarArithmetic(type, op);
        ByteBuffer target = memory.view(to, count * type.bytes());
        ByteBuffer source = accumulators(type, op, fromAccumulators, count);
        for (int index = 0; index < count; index++) {
            scalar.read(source, index);
            Elements.put(target, type, index, scalar.store(ranks));
        }
    }

    private ByteBuffer accumulators(Datatype type, ReductionOp op, long address, long count) {
        return memory.view(address, count * Accumulator.of(type, op).bytes(type));
    }
}
