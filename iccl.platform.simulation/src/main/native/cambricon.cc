// libcnrt.so 6: queues and notifiers, another order of directions and of some arguments, and two codes for "not ready".
#include <cstdio>
#include <cstring>

#include "engine.h"

using namespace simulation;

namespace simulation {
// 1 from a queue, and 632014 from a notifier, as callers have seen them.
const Dialect dialect = {"cambricon", "Simulated MLU590", "MLU_VISIBLE_DEVICES", 100006, 100100, 100004, 100005,
                         100060,      100006,             1,                     632014, true, 5};
}

extern "C" {

#define SIM(function, call) enter(function) ?: result(call)

static Direction directionOf(int direction) {
    switch (direction) {
    case 0: return HOST_TO_DEVICE;
    case 1: return DEVICE_TO_DEVICE;
    case 2: return DEVICE_TO_HOST;
    case 3: return HOST_TO_HOST;
    case 4: return DEVICE_TO_DEVICE;
    case 5: return BY_ADDRESS;
    default: return NO_DIRECTION;
    }
}

static int asyncCopy(void *to, void *from, size_t bytes, void *queue, int direction) {
    // Within the host only the synchronous copy works.
    return direction == 3 ? result(dialect.invalid)
                          : SIM("copyAsync", copyAsync(to, from, bytes, directionOf(direction), queue));
}

int cnrtGetLibVersion(int *major, int *minor, int *patch) {
#ifdef OLD_CNRT
    *major = 5;
#else
    *major = 6;
#endif
    *minor = 14;
    *patch = 1;
    return SIM("version", 0);
}
int cnrtGetDeviceCount(unsigned *number) { return SIM("count", count(reinterpret_cast<int *>(number))); }
int cnrtSetDevice(int device) { return SIM("select", select(device)); }
int cnrtGetDevice(int *device) { return SIM("selected", selected(device)); }
int cnrtGetDeviceProperties_V3(void *properties, int device) {
    if (!hasDevice(device)) {
        return result(dialect.invalidDevice);
    }
    std::memset(properties, 0, 584);
    std::strcpy(static_cast<char *>(properties), dialect.deviceName);
    return SIM("properties", 0);
}
int cnrtDeviceGetPCIBusId(char *text, int length, int device) {
    if (!hasDevice(device)) {
        return result(dialect.invalidDevice);
    }
    std::snprintf(text, static_cast<size_t>(length), "0000:%02X:%02X.0", dialect.bus, device);
    return SIM("address", 0);
}
int cnrtMemGetInfo(size_t *free, size_t *total) { return SIM("memory", memory(free, total)); }
int cnrtMalloc(void **address, size_t bytes) { return SIM("allocate", allocate(address, bytes)); }
int cnrtFree(void *address) { return SIM("free", release(address, DEVICE)); }
int cnrtHostMalloc(void **address, size_t bytes) { return SIM("allocatePinned", allocatePinned(address, bytes)); }
int cnrtFreeHost(void *address) { return SIM("freePinned", release(address, HOST)); }
int cnrtMemset(void *address, int value, size_t bytes) { return SIM("clear", clear(address, value, bytes)); }
int cnrtMemcpy(void *to, void *from, size_t bytes, int direction) {
    return SIM("copy", copy(to, from, bytes, directionOf(direction)));
}
int cnrtMemcpyAsync_V2(void *to, void *from, size_t bytes, void *queue, int direction) {
    return asyncCopy(to, from, bytes, queue, direction);
}
int cnrtMemcpyAsync_V3(void *to, void *from, size_t bytes, void *queue, int direction) {
    return asyncCopy(to, from, bytes, queue, direction);
}
int cnrtQueueCreate(void **queue) { return SIM("createQueue", createQueue(queue)); }
int cnrtQueueDestroy(void *queue) { return SIM("destroyQueue", destroyQueue(queue)); }
int cnrtQueueSync(void *queue) { return SIM("finishQueue", finishQueue(queue)); }
int cnrtQueueQuery(void *queue) { return SIM("queryQueue", queryQueue(queue)); }
int cnrtQueueWaitNotifier(void *notifier, void *queue, unsigned flag) {
    return flag != 0 ? result(dialect.invalid) : SIM("queueWaits", queueWaits(queue, notifier));
}
int cnrtNotifierCreateWithFlags(void **notifier, unsigned flags) {
    return flags > 8 ? result(dialect.invalid) : SIM("createEvent", createEvent(notifier));
}
int cnrtNotifierDestroy(void *notifier) { return SIM("destroyEvent", destroyEvent(notifier)); }
int cnrtPlaceNotifier(void *notifier, void *queue) { return SIM("recordEvent", recordEvent(notifier, queue)); }
int cnrtQueryNotifier(void *notifier) { return SIM("queryEvent", queryEvent(notifier)); }
int cnrtInvokeHostFunc(void *queue, void (*function)(void *), void *argument) {
    return SIM("hostFunction", callHost(queue, function, argument));
}
int cnrtGetLastError() { return takeLastError(); }
const char *cnrtGetErrorStr(int code) {
    static thread_local char text[64];
    std::snprintf(text, sizeof text, "simulated cambricon error %d", code);
    return text;
}

struct Attributes {
    int type;
    int device;
    size_t size;
    void *devicePointer;
    void *hostPointer;
    int cacheMode;
    void *deviceBasePointer;
};
static_assert(sizeof(Attributes) == 48, "as documented");

int cnrtPointerGetAttributes(Attributes *attributes, const void *address) {
    int device;
    size_t bytes;
    Kind kind = kindOf(address, &device, &bytes);
    if (kind == UNKNOWN) {
        return result(dialect.invalid);
    }
    void *given = const_cast<void *>(address);
    *attributes = {kind == DEVICE ? 2 : 1, device, bytes, given, kind == DEVICE ? nullptr : given, 0, nullptr};
    return SIM("attributes", 0);
}
}
