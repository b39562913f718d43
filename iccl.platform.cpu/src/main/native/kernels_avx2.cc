// Compiled for AVX2 and F16C; called only after supports() said yes.
#include "kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

// To the end of the file: templates are compiled there.
#pragma GCC target("avx2,f16c")

namespace iccl::cpu {
namespace {
#include "values.inc"
#include "loops.inc"
#include "half.inc"

struct Lanes {
    using Vector = __m256;
    static constexpr int64_t COUNT = 8;

    static Vector canonical(Vector x) {
        return _mm256_blendv_ps(x, _mm256_castsi256_ps(_mm256_set1_epi32(0x7fc00000)),
                                _mm256_cmp_ps(x, x, _CMP_UNORD_Q));
    }
    static Vector widen(const void *from) {
        return canonical(_mm256_cvtph_ps(_mm_loadu_si128(static_cast<const __m128i *>(from))));
    }
    static void narrow(void *to, Vector x) {
        _mm_storeu_si128(static_cast<__m128i *>(to), _mm256_cvtps_ph(canonical(x), _MM_FROUND_TO_NEAREST_INT));
    }
    static Vector get(const void *from) { return _mm256_loadu_ps(static_cast<const float *>(from)); }
    static void put(void *to, Vector x) { _mm256_storeu_ps(static_cast<float *>(to), x); }
    static Vector divide(Vector x, float by) { return _mm256_div_ps(x, _mm256_set1_ps(by)); }
};

#include "half_lanes.inc"
#include "table.inc"
}  // namespace

const Kernel &avx2Kernel(int type, int op) { return kernel(type, op); }

}  // namespace iccl::cpu
#endif
