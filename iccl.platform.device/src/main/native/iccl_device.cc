#include "iccl_device.h"

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <mutex>

#include "runtime.h"

namespace iccl::device {

namespace {

const Runtime &at(int64_t runtime) { return *reinterpret_cast<Runtime *>(static_cast<intptr_t>(runtime)); }

void *memory(int64_t address) { return reinterpret_cast<void *>(static_cast<intptr_t>(address)); }

int64_t number(const void *address) { return reinterpret_cast<intptr_t>(address); }

void write(JNIEnv *env, jobject buffer, const std::string &text) {
    char *data = static_cast<char *>(env->GetDirectBufferAddress(buffer));
    size_t room = static_cast<size_t>(env->GetDirectBufferCapacity(buffer)) - 1;
    size_t length = std::min(room, text.size());
    std::memcpy(data, text.data(), length);
    data[length] = 0;
}

int32_t put(JNIEnv *env, jlongArray made, int code, const void *what) {
    jlong value = number(what);
    env->SetLongArrayRegion(made, 0, 1, &value);
    return code;
}

int directionOf(const Runtime &runtime, int32_t direction) {
    return runtime.number(direction == 1 ? TO_DEVICE : direction == 2 ? TO_HOST : ON_DEVICE);
}

constexpr int64_t ENDED = -1;

struct Calls {
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<int64_t> due;
    bool ended = false;
};

Calls &callsAt(int64_t calls) { return *reinterpret_cast<Calls *>(static_cast<intptr_t>(calls)); }

struct Ticket {
    int64_t calls;
    int64_t number;
};

// Runs on a thread of the vendor's, which must not wait and knows no Java.
void ring(void *argument) {
    Ticket *ticket = static_cast<Ticket *>(argument);
    Calls &calls = callsAt(ticket->calls);
    {
        std::lock_guard<std::mutex> lock(calls.mutex);
        calls.due.push_back(ticket->number);
    }
    calls.changed.notify_one();
    delete ticket;
}

}  // namespace

int64_t open(JNIEnv *env, jclass, jobject text) {
    Runtime *runtime = new Runtime();
    std::string wrong = runtime->open(static_cast<const char *>(env->GetDirectBufferAddress(text)));
    if (wrong.empty()) {
        return number(runtime);
    }
    delete runtime;
    write(env, text, wrong);
    return 0;
}

void errorText(JNIEnv *env, jclass, int64_t runtime, int32_t code, jobject text) {
    write(env, text, at(runtime).errorText(code));
}

int32_t select(int64_t runtime, int32_t device) { return at(runtime).select(device); }

int32_t selected(int64_t runtime) {
    int device = 0;
    int code = at(runtime).selected(&device);
    return code == 0 ? device : (code < 0 ? code : -code) - 1;
}

int32_t allocate(JNIEnv *env, jclass, int64_t runtime, int32_t device, int64_t bytes, bool pinned, jlongArray made) {
    void *address = nullptr;
    int code = at(runtime).allocate(device, &address, static_cast<uint64_t>(bytes), pinned);
    return put(env, made, code, address);
}

int32_t release(int64_t runtime, int32_t device, int64_t address, bool pinned) {
    return at(runtime).free(device, memory(address), pinned);
}

int32_t clear(int64_t runtime, int32_t device, int64_t address, int64_t bytes, bool onDevice) {
    if (!onDevice) {
        std::memset(memory(address), 0, static_cast<size_t>(bytes));
        return 0;
    }
    return at(runtime).clear(device, memory(address), static_cast<uint64_t>(bytes));
}

int32_t copy(int64_t runtime, int32_t device, int64_t to, int64_t from, int64_t bytes, int32_t direction) {
    if (direction == 0) {
        std::memcpy(memory(to), memory(from), static_cast<size_t>(bytes));
        return 0;
    }
    const Runtime &on = at(runtime);
    return on.copy(device, memory(to), memory(from), static_cast<uint64_t>(bytes), directionOf(on, direction));
}

int32_t copyAsync(int64_t runtime, int32_t device, int64_t to, int64_t from, int64_t bytes, int32_t direction,
                  int64_t queue) {
    const Runtime &on = at(runtime);
    uint64_t length = static_cast<uint64_t>(bytes);
    return direction == 0 ? on.copyHostAsync(device, memory(to), memory(from), length, memory(queue))
                          : on.copyAsync(device, memory(to), memory(from), length, directionOf(on, direction),
                                         memory(queue));
}

int32_t createQueue(JNIEnv *env, jclass, int64_t runtime, int32_t device, jlongArray made) {
    void *queue = nullptr;
    int code = at(runtime).createQueue(device, &queue);
    return put(env, made, code, queue);
}

int32_t destroyQueue(int64_t runtime, int32_t device, int64_t queue) {
    return at(runtime).destroyQueue(device, memory(queue));
}

int32_t finishQueue(int64_t runtime, int32_t device, int64_t queue) {
    return at(runtime).finishQueue(device, memory(queue));
}

int32_t queueIsIdle(int64_t runtime, int32_t device, int64_t queue) {
    return at(runtime).queueIsIdle(device, memory(queue));
}

int32_t createEvent(JNIEnv *env, jclass, int64_t runtime, int32_t device, jlongArray made) {
    void *event = nullptr;
    int code = at(runtime).createEvent(device, &event);
    return put(env, made, code, event);
}

int32_t destroyEvent(int64_t runtime, int32_t device, int64_t event) {
    return at(runtime).destroyEvent(device, memory(event));
}

int32_t recordEvent(int64_t runtime, int32_t device, int64_t event, int64_t queue) {
    return at(runtime).recordEvent(device, memory(event), memory(queue));
}

int32_t eventIsDone(int64_t runtime, int32_t device, int64_t event) {
    return at(runtime).eventIsDone(device, memory(event));
}

int32_t queueWaits(int64_t runtime, int32_t device, int64_t queue, int64_t event) {
    return at(runtime).queueWaits(device, memory(queue), memory(event));
}

int32_t spaceOf(int64_t runtime, int32_t device, int64_t address) {
    return at(runtime).spaceOf(device, memory(address));
}

bool hasHostFunction(int64_t runtime) { return at(runtime).has(HOST_FUNCTION); }

int32_t callHost(int64_t runtime, int32_t device, int64_t queue, int64_t calls, int64_t ticket) {
    Ticket *made = new Ticket{calls, ticket};
    int code = at(runtime).callHost(device, memory(queue), ring, made);
    if (code != 0) {
        delete made;
    }
    return code;
}

int64_t newCalls() { return number(new Calls()); }

int64_t nextCall(int64_t calls) {
    Calls &all = callsAt(calls);
    std::unique_lock<std::mutex> lock(all.mutex);
    all.changed.wait(lock, [&] { return !all.due.empty() || all.ended; });
    if (all.due.empty()) {
        return ENDED;
    }
    int64_t ticket = all.due.front();
    all.due.pop_front();
    return ticket;
}

void endCalls(int64_t calls) {
    Calls &all = callsAt(calls);
    {
        std::lock_guard<std::mutex> lock(all.mutex);
        all.ended = true;
    }
    all.changed.notify_all();
}

void deleteCalls(int64_t calls) { delete &callsAt(calls); }

}  // namespace iccl::device
