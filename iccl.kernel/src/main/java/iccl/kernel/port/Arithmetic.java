package iccl.kernel.port;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Reductions over memory. All results are as {@link ReductionOp} defines them, to the bit, on every processor.
 *
 * <p>Two ways to the same numbers: {@link #fold} takes the contributions of all ranks at once; or each is {@link #load
 * loaded} into accumulators ({@link Accumulator}), which are {@link #combine combined} pairwise and {@link #store
 * stored} once at the end. {@code AVG} combines as {@code SUM}; only fold and store divide.
 *
 * <p>Memory: {@code to} may be the same address as one of the sources; otherwise nothing overlaps. Addresses are aligned
 * to the element. Counts are elements, at least 0.
 *
 * <p>Threads: all methods may be called by any thread.
 */
@ConsumerType
public interface Arithmetic {
    /**
     * Combines the sources element by element, in their order, in accumulators, and rounds once.
     *
     * @param sources addresses of {@code count} elements each; the first {@code ranks} entries are used, at least 1
     * @param ranks how many sources; also what {@code AVG} divides by
     */
    void fold(Datatype type, ReductionOp op, long to, long[] sources, int ranks, long count);

    /** Turns elements into accumulators. */
    void load(Datatype type, ReductionOp op, long toAccumulators, long from, long count);

    /** {@code to = left op right}, accumulators all three. */
    void combine(Datatype type, ReductionOp op, long to, long left, long right, long count);

    /**
     * Turns accumulators into elements.
     *
     * @param ranks what {@code AVG} divides by; other reductions ignore it
     */
    void store(Datatype type, ReductionOp op, long to, long fromAccumulators, long count, int ranks);
}
