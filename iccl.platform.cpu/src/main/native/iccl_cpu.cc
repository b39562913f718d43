#include "iccl_cpu.h"

namespace iccl::cpu {

int64_t addressOf(JNIEnv *env, jclass, jobject direct) {
    return static_cast<int64_t>(reinterpret_cast<intptr_t>(env->GetDirectBufferAddress(direct)));
}

jobject view(JNIEnv *env, jclass, int64_t address, int64_t bytes) {
    return env->NewDirectByteBuffer(reinterpret_cast<void *>(static_cast<intptr_t>(address)), bytes);
}

}  // namespace iccl::cpu
