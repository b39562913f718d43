// The loops of arithmetic, compiled once per level of instructions, and the tables that name them.
#pragma once

#include <cstdint>

namespace iccl::cpu {

// The numbers are those of KernelCodes.java.
enum Type { INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64, UINT64, FLOAT16, BFLOAT16, FLOAT32, FLOAT64, TYPES };
enum Op { SUM, PROD, MAX, MIN, AVG, OPS };
enum Level { SCALAR, AVX2, AVX512, LEVELS };

// One reduction of one datatype. `to` may be the same as an operand of the same width; no alignment is needed. Every NaN
// that is written is the canonical one.
struct Kernel {
    // Null: the accumulator is the element itself, bit by bit.
    void (*load)(void *to, const void *from, int64_t count);
    void (*combine)(void *to, const void *left, const void *right, int64_t count);
    // Null like load.
    void (*store)(void *to, const void *from, int64_t count, int32_t ranks);
    int32_t elementBytes;
    int32_t accumulatorBytes;
};

const Kernel &scalarKernel(int type, int op);
#if defined(__x86_64__)
const Kernel &avx2Kernel(int type, int op);
const Kernel &avx512Kernel(int type, int op);
#endif

}  // namespace iccl::cpu
