// What iccl.backend.mpich.internal.jni.MpichNative declares, for the glue that JavaCPP generates. Results below -1 are
// MPI's error codes: -2 - code. Texts go through direct buffers and end in a 0 byte.
#pragma once

#include <jni.h>

#include <cstdint>

namespace iccl::mpich {

int32_t open(JNIEnv *env, jclass, jobject text);
int32_t libraryVersion(JNIEnv *env, jclass, jobject text);
int32_t errorString(JNIEnv *env, jclass, jobject text, int32_t code);
int32_t errorClass(int32_t code);

int32_t isInitialized();
int32_t isFinalized();
int64_t start();
int64_t finish();
int32_t wrongType();
int32_t takesCudaMemory();
int64_t largestTag();

int32_t world();
int64_t rank(int32_t comm);
int64_t size(int32_t comm);
int64_t returnErrors(int32_t comm);
int64_t part(JNIEnv *env, jclass, jobject members, int32_t comm, int32_t tag);
int64_t sharingMemory(int32_t comm, int32_t rank);
int64_t release(int32_t comm);

int64_t send(int32_t comm, int32_t peer, int32_t tag, int64_t address, int32_t bytes);
int64_t receive(int32_t comm, int32_t peer, int32_t tag, int64_t address, int32_t bytes);
int64_t test(int32_t request);
int64_t cancel(int32_t request);
int64_t probe(int32_t comm, int32_t tag);
int32_t anyTag();

int64_t barrier(int32_t comm);
int64_t broadcast(int32_t comm, int64_t address, int32_t bytes, int32_t root);
int64_t allGather(int32_t comm, int64_t from, int64_t to, int32_t bytes);
int64_t allToAll(int32_t comm, int64_t from, int64_t to, int32_t bytes);
int64_t gather(int32_t comm, int64_t from, int64_t to, int32_t bytes, int32_t root);
int64_t scatter(int32_t comm, int64_t from, int64_t to, int32_t bytes, int32_t root);
int64_t allReduce(int32_t comm, int64_t from, int64_t to, int32_t count, int32_t type, int32_t op);
int64_t reduce(int32_t comm, int64_t from, int64_t to, int32_t count, int32_t type, int32_t op, int32_t root);
int64_t reduceScatter(int32_t comm, int64_t from, int64_t to, int32_t count, int32_t type, int32_t op);

}  // namespace iccl::mpich
