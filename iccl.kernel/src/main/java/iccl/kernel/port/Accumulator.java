package iccl.kernel.port;

import iccl.api.Datatype;
import iccl.api.ReductionOp;

/** What a partial result is kept in between ranks, so that it neither wraps nor rounds before the end. */
public enum Accumulator {
    /** The datatype itself: nothing is lost. */
    ELEMENT(0),
    FLOAT32(4),
    /** Signed for signed datatypes, unsigned for unsigned ones. */
    INT64(8),
    /** Two 64-bit words, the low one first, two's complement. */
    INT128(16);

    private final int bytes;

    Accumulator(int bytes) {
        this.bytes = bytes;
    }

    /** The accumulator for a datatype under a reduction. */
    public static Accumulator of(Datatype type, ReductionOp op) {
        boolean exact = op == ReductionOp.MAX || op == ReductionOp.MIN;
        return switch (type) {
            case FLOAT16, BFLOAT16 -> exact ? ELEMENT : FLOAT32;
            case FLOAT32, FLOAT64 -> ELEMENT;
            case INT8, UINT8, INT16, UINT16, INT32, UINT32 -> op == ReductionOp.AVG ? INT64 : ELEMENT;
            case INT64, UINT64 -> op == ReductionOp.AVG ? INT128 : ELEMENT;
        };
    }

    /** Bytes of one accumulator for that datatype. */
    public int bytes(Datatype type) {
        return this == ELEMENT ? type.bytes() : bytes;
    }
}
