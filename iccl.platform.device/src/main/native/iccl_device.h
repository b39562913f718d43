// What iccl.platform.device.jni.DeviceNative declares, for the glue that JavaCPP generates. Addresses, queues and events
// are 64-bit integers. A runtime is one too; it comes from `open` and stays for the life of the process.
// An int result is the vendor's code, 0 for success, where nothing else is said.
#pragma once

#include <jni.h>

#include <cstdint>

namespace iccl::device {

// The text holds the table, 0 at its end, and after a failure, which is 0, what is wrong.
int64_t open(JNIEnv *env, jclass, jobject text);
void errorText(JNIEnv *env, jclass, int64_t runtime, int32_t code, jobject text);
int32_t select(int64_t runtime, int32_t device);
// The device, or the negative code - 1.
int32_t selected(int64_t runtime);
// What allocates or creates puts it into the first element.
int32_t allocate(JNIEnv *env, jclass, int64_t runtime, int32_t device, int64_t bytes, bool pinned, jlongArray made);
int32_t release(int64_t runtime, int32_t device, int64_t address, bool pinned);
int32_t clear(int64_t runtime, int32_t device, int64_t address, int64_t bytes, bool onDevice);
// Directions: 0 within the host, 1 to the device, 2 to the host, 3 on the device.
int32_t copy(int64_t runtime, int32_t device, int64_t to, int64_t from, int64_t bytes, int32_t direction);
int32_t copyAsync(int64_t runtime, int32_t device, int64_t to, int64_t from, int64_t bytes, int32_t direction,
                  int64_t queue);
int32_t createQueue(JNIEnv *env, jclass, int64_t runtime, int32_t device, jlongArray made);
int32_t destroyQueue(int64_t runtime, int32_t device, int64_t queue);
int32_t finishQueue(int64_t runtime, int32_t device, int64_t queue);
// 1 = yes, 0 = no, else the negative code.
int32_t queueIsIdle(int64_t runtime, int32_t device, int64_t queue);
int32_t createEvent(JNIEnv *env, jclass, int64_t runtime, int32_t device, jlongArray made);
int32_t destroyEvent(int64_t runtime, int32_t device, int64_t event);
int32_t recordEvent(int64_t runtime, int32_t device, int64_t event, int64_t queue);
int32_t eventIsDone(int64_t runtime, int32_t device, int64_t event);
int32_t queueWaits(int64_t runtime, int32_t device, int64_t queue, int64_t event);
// 0 = the runtime does not know the address, 1 = the host's, 2 = a device's.
int32_t spaceOf(int64_t runtime, int32_t device, int64_t address);

bool hasHostFunction(int64_t runtime);
// Adds a ticket to the calls of `calls` when the queue comes to it.
int32_t callHost(int64_t runtime, int32_t device, int64_t queue, int64_t calls, int64_t ticket);
// Tickets whose time has come; made once per platform.
int64_t newCalls();
// Waits for the next ticket; negative when it was ended.
int64_t nextCall(int64_t calls);
void endCalls(int64_t calls);
void deleteCalls(int64_t calls);

}  // namespace iccl::device
