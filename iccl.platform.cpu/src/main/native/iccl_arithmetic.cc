// Reductions over memory: picks the kernels, and folds many sources in blocks that stay in the first-level cache.
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "iccl_cpu.h"
#include "kernels.h"

namespace iccl::cpu {
namespace {

// Of accumulators; two such blocks and as many of the sources fit in 32 KiB.
constexpr int64_t BLOCK_BYTES = 8192;
// Ranks whose addresses fit on the stack.
constexpr int32_t FEW = 128;

struct alignas(64) Block {
    char bytes[BLOCK_BYTES];
};

char *pointer(int64_t address) { return reinterpret_cast<char *>(static_cast<intptr_t>(address)); }

const Kernel &kernelOf(int32_t level, int32_t type, int32_t op) {
#if defined(__x86_64__)
    if (level == AVX512) {
        return avx512Kernel(type, op);
    }
    if (level == AVX2) {
        return avx2Kernel(type, op);
    }
#endif
    static_cast<void>(level);
    return scalarKernel(type, op);
}

void loadSome(const Kernel &kernel, void *to, const void *from, int64_t count) {
    if (kernel.load != nullptr) {
        kernel.load(to, from, count);
    } else if (to != from) {
        memcpy(to, from, static_cast<size_t>(count * kernel.elementBytes));
    }
}

void storeSome(const Kernel &kernel, void *to, const void *from, int64_t count, int32_t ranks) {
    if (kernel.store != nullptr) {
        kernel.store(to, from, count, ranks);
    } else if (to != from) {
        memcpy(to, from, static_cast<size_t>(count * kernel.elementBytes));
    }
}

struct Fold {
    const Kernel &kernel;
    bool average;
    char *to;
    const int64_t *sources;
    int32_t ranks;

    const char *source(int32_t rank, int64_t first) const { return pointer(sources[rank]) + first * kernel.elementBytes; }

    // Accumulators are elements: no source needs loading, and only an average needs storing.
    void direct(int64_t first, int64_t count, char *sum) const {
        char *target = to + first * kernel.elementBytes;
        const char *left = source(0, first);
        for (int32_t rank = 1; rank < ranks; rank++) {
            char *next = rank == ranks - 1 && !average ? target : sum;
            kernel.combine(next, left, source(rank, first), count);
            left = next;
        }
        if (average || ranks == 1) {
            storeSome(kernel, target, left, count, ranks);
        }
    }

    void widened(int64_t first, int64_t count, char *sum, char *next) const {
        kernel.load(sum, source(0, first), count);
        for (int32_t rank = 1; rank < ranks; rank++) {
            kernel.load(next, source(rank, first), count);
            kernel.combine(sum, sum, next, count);
        }
        kernel.store(to + first * kernel.elementBytes, sum, count, ranks);
    }

    void run(int64_t count) const {
        const bool isDirect = kernel.accumulatorBytes == kernel.elementBytes;
        Block sum, next;
        // Two operands go straight into the target: no block is needed.
        const int64_t most = isDirect && ranks <= 2 && !average ? count : BLOCK_BYTES / kernel.accumulatorBytes;
        for (int64_t first = 0; first < count; first += most) {
            const int64_t some = std::min(most, count - first);
            if (isDirect) {
                direct(first, some, sum.bytes);
            } else {
                widened(first, some, sum.bytes, next.bytes);
            }
        }
    }
};

}  // namespace

bool supports(int32_t level) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c");
    if (level == AVX512) {
        return avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    }
    if (level == AVX2) {
        return avx2;
    }
#endif
    return level == SCALAR;
}

int32_t fold(JNIEnv *env, jclass, int32_t level, int32_t type, int32_t op, int64_t to, jlongArray sources,
             int32_t ranks, int64_t count) {
    int64_t few[FEW];
    int64_t *addresses =
        ranks <= FEW ? few : static_cast<int64_t *>(malloc(static_cast<size_t>(ranks) * sizeof(int64_t)));
    if (addresses == nullptr) {
        return -ENOMEM;
    }
    env->GetLongArrayRegion(sources, 0, ranks, reinterpret_cast<jlong *>(addresses));
    Fold{kernelOf(level, type, op), op == AVG, pointer(to), addresses, ranks}.run(count);
    if (addresses != few) {
        free(addresses);
    }
    return 0;
}

void load(int32_t level, int32_t type, int32_t op, int64_t to, int64_t from, int64_t count) {
    const Kernel &kernel = kernelOf(level, type, op);
    if (to != from || kernel.accumulatorBytes == kernel.elementBytes) {
        loadSome(kernel, pointer(to), pointer(from), count);
        return;
    }
    // Elements grow in place: from the last to the first, each block of them read before it is written over.
    Block elements;
    const int64_t most = BLOCK_BYTES / kernel.elementBytes;
    for (int64_t left = count; left > 0;) {
        const int64_t some = std::min(most, left);
        left -= some;
        memcpy(elements.bytes, pointer(from) + left * kernel.elementBytes, static_cast<size_t>(some * kernel.elementBytes));
        kernel.load(pointer(to) + left * kernel.accumulatorBytes, elements.bytes, some);
    }
}

void combine(int32_t level, int32_t type, int32_t op, int64_t to, int64_t left, int64_t right, int64_t count) {
    kernelOf(level, type, op).combine(pointer(to), pointer(left), pointer(right), count);
}

void store(int32_t level, int32_t type, int32_t op, int64_t to, int64_t from, int64_t count, int32_t ranks) {
    const Kernel &kernel = kernelOf(level, type, op);
    if (to != from || kernel.accumulatorBytes == kernel.elementBytes) {
        storeSome(kernel, pointer(to), pointer(from), count, ranks);
        return;
    }
    // Accumulators shrink in place, from the first to the last.
    Block sums;
    const int64_t most = BLOCK_BYTES / kernel.accumulatorBytes;
    for (int64_t first = 0; first < count; first += most) {
        const int64_t some = std::min(most, count - first);
        memcpy(sums.bytes, pointer(from) + first * kernel.accumulatorBytes,
               static_cast<size_t>(some * kernel.accumulatorBytes));
        kernel.store(pointer(to) + first * kernel.elementBytes, sums.bytes, some, ranks);
    }
}

}  // namespace iccl::cpu
