package iccl.platform.cpu.internal;

import iccl.api.Datatype;
import iccl.api.ReductionOp;

/** The numbers by which {@code kernels.h} knows datatypes, reductions and levels. */
final class KernelCodes {
    private KernelCodes() {}

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
            case FLOAT16 -> 8;
            case BFLOAT16 -> 9;
            case FLOAT32 -> 10;
            case FLOAT64 -> 11;
        };
    }

    static int of(ReductionOp op) {
        return switch (op) {
            case SUM -> 0;
            case PROD -> 1;
            case MAX -> 2;
            case MIN -> 3;
            case AVG -> 4;
        };
    }

    static int of(Isa isa) {
        return switch (isa) {
            case SCALAR -> 0;
            case AVX2 -> 1;
            case AVX512 -> 2;
        };
    }
}
