package iccl.capi.internal;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;

/** The numbers of the C header, and what they stand for here. */
final class Numbers {
    private static final Datatype[] TYPES = {
        Datatype.INT8,
        Datatype.INT16,
        Datatype.INT32,
        Datatype.INT64,
        Datatype.UINT8,
        Datatype.UINT16,
        Datatype.UINT32,
        Datatype.UINT64,
        Datatype.FLOAT16,
        Datatype.BFLOAT16,
        Datatype.FLOAT32,
        Datatype.FLOAT64
    };
    private static final ReductionOp[] REDUCTIONS = {
        ReductionOp.SUM, ReductionOp.PROD, ReductionOp.MAX, ReductionOp.MIN, ReductionOp.AVG
    };
    /** The order of {@code enum operation} in {@code capi.h}. */
    private static final Operation[] OPERATIONS = Operation.values();

    private Numbers() {}

    static Datatype type(int number) {
        if (number < 0 || number >= TYPES.length) {
            throw wrong("datatype", number, TYPES.length);
        }
        return TYPES[number];
    }

    static ReductionOp reduction(int number) {
        if (number < 0 || number >= REDUCTIONS.length) {
            throw wrong("op", number, REDUCTIONS.length);
        }
        return REDUCTIONS[number];
    }

    static Operation operation(int number) {
        return OPERATIONS[number];
    }

    /** The result that C programs get. */
    static int result(ResultCode code) {
        return switch (code) {
            case SUCCESS -> 0;
            case UNHANDLED_ERROR -> 1;
            case SYSTEM_ERROR -> 2;
            case INTERNAL_ERROR -> 3;
            case INVALID_ARGUMENT -> 4;
            case INVALID_USAGE -> 5;
                // InfiniCCL has no timeout; it is others that did not come.
            case REMOTE_ERROR, TIMEOUT -> 6;
            case IN_PROGRESS -> 7;
            case NOT_SUPPORTED -> 8;
        };
    }

    private static IcclException wrong(String what, int number, int end) {
        return new IcclException(
                ResultCode.INVALID_ARGUMENT, what + " = " + number + " is none; they are 0 to " + (end - 1));
    }
}
