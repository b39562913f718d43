package iccl.backend.mpich.internal;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import org.jspecify.annotations.Nullable;

/** The numbers that {@code iccl_mpich.cc} has for datatypes and reductions. */
final class Codes {
    private Codes() {}

    static int of(Datatype type) {
        return switch (type) {
            case INT8 -> 0;
            case UINT8 -> 1;
            case INT16 -> 2;
            case UINT16 -> 3;
            case INT32 -> 4;
            case UINT32 -> 5;
            case INT64 -> 6;
            case UINT64 -> 7;
            case FLOAT16, BFLOAT16, FLOAT32, FLOAT64 -> throw new IllegalArgumentException("not offered: " + type);
        };
    }

    static int of(@Nullable ReductionOp op) {
        if (op == null) {
            throw new IllegalArgumentException("no reduction");
        }
        return switch (op) {
            case SUM -> 0;
            case PROD -> 1;
            case MAX -> 2;
            case MIN -> 3;
            case AVG -> throw new IllegalArgumentException("not offered: " + op);
        };
    }

    /** The name behind a datatype's number, for messages; one more than the last is the byte. */
    static String typeNamed(int code) {
        for (Datatype type : Datatype.values()) {
            if (!type.isFloating() && of(type) == code) {
                return type.label();
            }
        }
        return "byte";
    }
}
