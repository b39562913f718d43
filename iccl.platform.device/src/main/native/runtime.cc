#include "runtime.h"

#include <cstring>

namespace iccl::device {

namespace {

// Larger than any layout of the attributes or properties that is known; what is read lies at its beginning.
constexpr size_t ATTRIBUTES_BYTES = 256;
constexpr size_t PROPERTIES_BYTES = 8192;
constexpr int TEXT_BYTES = 256;

struct HostCopy {
    void *to;
    const void *from;
    uint64_t bytes;
};

void runHostCopy(void *argument) {
    HostCopy *copy = static_cast<HostCopy *>(argument);
    std::memcpy(copy->to, copy->from, copy->bytes);
    delete copy;
}

// A name that a wrong guess of a layout would not give.
std::string printable(const char *text) {
    size_t length = strnlen(text, TEXT_BYTES);
    for (size_t index = 0; index < length; index++) {
        if (text[index] < ' ' || text[index] > '~') {
            return "";
        }
    }
    return std::string(text, length);
}

}  // namespace

int64_t Runtime::raw(Function function, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f) const {
    using Call = int64_t (*)(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t);
    return reinterpret_cast<Call>(functions[function])(a, b, c, d, e, f);
}

std::string Runtime::name(int device) const {
    char buffer[PROPERTIES_BYTES] = {};
    if (has(NAME) && call(NAME, buffer, TEXT_BYTES, device) == 0 && !printable(buffer).empty()) {
        return printable(buffer);
    }
    std::memset(buffer, 0, sizeof buffer);
    if (has(PROPERTIES) && call(PROPERTIES, buffer, device) == 0) {
        return printable(buffer);
    }
    return "";
}

std::string Runtime::address(int device) const {
    char buffer[TEXT_BYTES] = {};
    return has(ADDRESS) && call(ADDRESS, buffer, 64, device) == 0 ? printable(buffer) : "";
}

int Runtime::memory(int device, uint64_t *total) const {
    uint64_t free = 0;
    return callOn(device, MEMORY, &free, total);
}

int Runtime::allocate(int device, void **memory, uint64_t bytes, bool pinned) const {
    return callOn(device, pinned ? ALLOCATE_PINNED : ALLOCATE, memory, bytes, 0);
}

int Runtime::free(int device, void *memory, bool pinned) const {
    return callOn(device, pinned ? FREE_PINNED : FREE, memory);
}

// What is given to a device without a queue may still go on when the call returns: clearing, copies on the device, and the last
// part of a copy from ordinary memory of the host. Other queues do not wait for it, and neither does a network card.
int Runtime::finished(int device, int code) const {
    const void *defaultQueue = nullptr;
    return code != 0 ? code : callOn(device, FINISH_QUEUE, defaultQueue);
}

int Runtime::clear(int device, void *memory, uint64_t bytes) const {
    return finished(device, callOn(device, CLEAR, memory, 0, bytes));
}

int Runtime::copy(int device, void *to, const void *from, uint64_t bytes, int direction) const {
    int code = callOn(device, COPY, to, from, bytes, direction);
    return direction == numbers[TO_HOST] ? code : finished(device, code);
}

int Runtime::copyAsync(int device, void *to, const void *from, uint64_t bytes, int direction, void *queue) const {
    return numbers[QUEUE_BEFORE_DIRECTION] == 1 ? callOn(device, COPY_ASYNC, to, from, bytes, queue, direction)
                                                : callOn(device, COPY_ASYNC, to, from, bytes, direction, queue);
}

int Runtime::copyHostAsync(int device, void *to, const void *from, uint64_t bytes, void *queue) const {
    if (has(HOST_FUNCTION)) {
        HostCopy *copy = new HostCopy{to, from, bytes};
        int code = callOn(device, HOST_FUNCTION, queue, reinterpret_cast<const void *>(&runHostCopy), copy);
        if (code != 0) {
            delete copy;
        }
        return code;
    }
    int code = callOn(device, FINISH_QUEUE, queue);
    if (code == 0) {
        std::memcpy(to, from, bytes);
    }
    return code;
}

int Runtime::createQueue(int device, void **queue) const {
    return callOn(device, CREATE_QUEUE, queue, numbers[QUEUE_FLAGS]);
}

int Runtime::destroyQueue(int device, void *queue) const {
    return callOn(device, DESTROY_QUEUE, queue);
}

int Runtime::finishQueue(int device, void *queue) const {
    return callOn(device, FINISH_QUEUE, queue);
}

int Runtime::answer(int code) const {
    if (code == 0) {
        return 1;
    }
    if (code == numbers[NOT_READY] || code == numbers[ALSO_NOT_READY]) {
        call(LAST_ERROR);  // some runtimes keep it as if something had failed
        return 0;
    }
    return code < 0 ? code : -code;  // a negative code must not look like an answer
}

int Runtime::queueIsIdle(int device, void *queue) const {
    return answer(callOn(device, QUERY_QUEUE, queue));
}

int Runtime::createEvent(int device, void **event) const {
    return callOn(device, CREATE_EVENT, event, numbers[EVENT_FLAGS]);
}

int Runtime::destroyEvent(int device, void *event) const {
    return callOn(device, DESTROY_EVENT, event);
}

int Runtime::recordEvent(int device, void *event, void *queue) const {
    return callOn(device, RECORD_EVENT, event, queue);
}

int Runtime::eventIsDone(int device, void *event) const {
    return answer(callOn(device, QUERY_EVENT, event));
}

int Runtime::queueWaits(int device, void *queue, void *event) const {
    return numbers[EVENT_BEFORE_QUEUE] == 1 ? callOn(device, QUEUE_WAITS, event, queue, 0) : callOn(device, QUEUE_WAITS, queue, event, 0);
}

int Runtime::callHost(int device, void *queue, void (*function)(void *), void *argument) const {
    return callOn(device, HOST_FUNCTION, queue, reinterpret_cast<const void *>(function), argument);
}

int Runtime::memoryCode(int device, const void *address) const {
    alignas(16) char attributes[ATTRIBUTES_BYTES] = {};
    if (!has(ATTRIBUTES)) {
        return -1;
    }
    if (callOn(device, ATTRIBUTES, attributes, address) != 0) {
        call(LAST_ERROR);  // a plain address of the host is an error to some
        return -1;
    }
    int code;
    std::memcpy(&code, attributes, sizeof code);
    return code;
}

Space Runtime::spaceOf(int device, const void *address) const {
    if (numbers[DEVICE_CODE] == numbers[HOST_CODE]) {
        return UNKNOWN;  // the probe found that the attributes do not tell them apart
    }
    int code = memoryCode(device, address);
    return code == numbers[DEVICE_CODE] ? DEVICE : code == numbers[HOST_CODE] ? HOST : UNKNOWN;
}

}  // namespace iccl::device
