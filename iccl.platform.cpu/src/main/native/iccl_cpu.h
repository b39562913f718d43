// What iccl.platform.cpu.internal.jni.CpuNative declares, for the glue that JavaCPP generates.
#pragma once

#include <jni.h>

#include <cstdint>

namespace iccl::cpu {

int64_t addressOf(JNIEnv *env, jclass, jobject direct);
jobject view(JNIEnv *env, jclass, int64_t address, int64_t bytes);

}  // namespace iccl::cpu
