package iccl.api;

import java.util.Locale;

/**
 * How elements are combined. Integers wrap as in C; {@code float16} and {@code bfloat16} accumulate in {@code float32}
 * and round once, to nearest even. A NaN among the operands makes the result NaN; of two zeros {@code MAX} takes +0 and
 * {@code MIN} takes -0.
 */
public enum ReductionOp {
    SUM,
    PROD,
    MAX,
    MIN,
    /** The sum, accumulated wide enough never to wrap, divided once by the number of ranks; integers truncate toward zero. */
    AVG;

    /** The name users write: {@code sum}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The reduction of that {@link #label()}; upper case is accepted.
     *
     * @throws IcclException {@link ResultCode#INVALID_ARGUMENT} when there is none
     */
    public static ReductionOp of(String label) {
        return Labels.find(values(), ReductionOp::label, "reduction", label);
    }
}
