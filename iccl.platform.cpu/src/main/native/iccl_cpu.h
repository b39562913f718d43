// What iccl.platform.cpu.internal.jni.CpuNative declares, for the glue that JavaCPP generates.
// Addresses are 64-bit integers. Where a function can fail it returns the negative errno.
#pragma once

#include <jni.h>

#include <cstdint>

namespace iccl::cpu {

// iccl_memory.cc
int64_t addressOf(JNIEnv *env, jclass, jobject direct);
jobject view(JNIEnv *env, jclass, int64_t address, int64_t bytes);
jstring errorText(JNIEnv *env, jclass, int32_t error);
int64_t allocate(int64_t bytes);
int32_t release(int64_t address, int64_t bytes);
void copy(int64_t to, int64_t from, int64_t bytes);
void clear(int64_t address, int64_t bytes);
int64_t ask(JNIEnv *env, jclass, jbyteArray function);

// iccl_file.cc; a path is UTF-8 and ends in a zero byte
int32_t openFile(JNIEnv *env, jclass, jbyteArray path);
void closeFile(int32_t file);
int64_t map(int32_t file, int64_t bytes);
int32_t unmap(int64_t address, int64_t bytes);
int32_t reserve(int32_t file, int64_t offset, int64_t bytes);
int64_t roomIn(int32_t file);
int32_t createShared(int64_t bytes);
int32_t openShared(int64_t process, int32_t file);
int64_t identityOf(int32_t file);

// iccl_process.cc
int32_t pull(int64_t to, int64_t process, int64_t from, int64_t bytes);
int32_t push(int64_t process, int64_t to, int64_t from, int64_t bytes);
bool fenceThreads();

// iccl_arithmetic.cc; level, type and op are the numbers in kernels.h
bool supports(int32_t level);
int32_t fold(JNIEnv *env, jclass, int32_t level, int32_t type, int32_t op, int64_t to, jlongArray sources,
             int32_t ranks, int64_t count);
void load(int32_t level, int32_t type, int32_t op, int64_t to, int64_t from, int64_t count);
void combine(int32_t level, int32_t type, int32_t op, int64_t to, int64_t left, int64_t right, int64_t count);
void store(int32_t level, int32_t type, int32_t op, int64_t to, int64_t from, int64_t count, int32_t ranks);

}  // namespace iccl::cpu
