// The level that every processor of the architecture has (x86-64: SSE2, aarch64: NEON).
#include "kernels.h"

namespace iccl::cpu {
namespace {
#include "values.inc"
#include "loops.inc"
#include "half.inc"
#include "table.inc"
}  // namespace

const Kernel &scalarKernel(int type, int op) { return kernel(type, op); }

}  // namespace iccl::cpu
