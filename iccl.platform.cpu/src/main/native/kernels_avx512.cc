// Compiled for AVX-512 (F, BW, DQ, VL); called only after supports() said yes.
#include "kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

// GCC 12 warns of the deliberately undefined vectors in its own header.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
// To the end of the file: templates are compiled there.
#pragma GCC target("avx2,f16c,avx512f,avx512bw,avx512dq,avx512vl,prefer-vector-width=512")

namespace iccl::cpu {
namespace {
#include "values.inc"
#include "loops.inc"
#include "half.inc"

struct Lanes {
    using Vector = __m512;
    static constexpr int64_t COUNT = 16;

    static Vector canonical(Vector x) {
        return _mm512_mask_mov_ps(x, _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q),
                                  _mm512_castsi512_ps(_mm512_set1_epi32(0x7fc00000)));
    }
    static Vector widen(const void *from) {
        return canonical(_mm512_cvtph_ps(_mm256_loadu_si256(static_cast<const __m256i *>(from))));
    }
    static void narrow(void *to, Vector x) {
        _mm256_storeu_si256(static_cast<__m256i *>(to), _mm512_cvtps_ph(canonical(x), _MM_FROUND_TO_NEAREST_INT));
    }
    static Vector get(const void *from) { return _mm512_loadu_ps(from); }
    static void put(void *to, Vector x) { _mm512_storeu_ps(to, x); }
    static Vector divide(Vector x, float by) { return _mm512_div_ps(x, _mm512_set1_ps(by)); }
};

#include "half_lanes.inc"
#include "table.inc"
}  // namespace

const Kernel &avx512Kernel(int type, int op) { return kernel(type, op); }

}  // namespace iccl::cpu
#endif
