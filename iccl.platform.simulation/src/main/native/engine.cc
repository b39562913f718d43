#include "engine.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "queue.h"

namespace simulation {

namespace {

constexpr size_t TOTAL = size_t(8) << 30;
constexpr size_t PAGE = 4096;

struct Allocation {
    size_t bytes;
    size_t mapped;
    Kind kind;
    int device;
    char *shadow;  // where its content can be reached
};

std::mutex mutex;
// By address. Never destroyed: queues may still work when the process ends.
std::map<const char *, Allocation> &allocations = *new std::map<const char *, Allocation>();
std::map<std::string, int> &calls = *new std::map<std::string, int>();
size_t used = 0;
thread_local int lastError = 0;
thread_local int current = 0;

const char *environment(const char *name) {
    const char *value = std::getenv(name);
    return value == nullptr ? "" : value;
}

int devices() {
    static const int number = [] {
        int all = std::atoi(environment("ICCL_SIM_DEVICES"));
        all = all > 0 ? all : 1;
        const char *visible = std::getenv(dialect.visible);
        if (visible == nullptr) {
            return all;
        }
        int shown = 0;
        for (const char *at = visible; *at != 0; at = std::strchr(at, ',') == nullptr ? "" : std::strchr(at, ',') + 1) {
            int index = std::atoi(at);
            if (*at < '0' || *at > '9' || index >= all) {
                break;  // as the vendors do: what follows a wrong one is hidden
            }
            shown++;
        }
        return shown;
    }();
    return number;
}

std::string full(const char *function) { return std::string(dialect.vendor) + "." + function; }

// The allocation that holds all of a range; with the lock held.
const Allocation *holding(const void *address, size_t bytes, const char **begin) {
    auto next = allocations.upper_bound(static_cast<const char *>(address));
    if (next == allocations.begin()) {
        return nullptr;
    }
    --next;
    const char *at = static_cast<const char *>(address);
    bool inside = at + bytes <= next->first + next->second.bytes && at < next->first + next->second.bytes;
    *begin = next->first;
    return inside ? &next->second : nullptr;
}

// Where the host can reach a range; null when it is not of that kind.
char *reach(const void *address, size_t bytes, bool device) {
    const char *begin = nullptr;
    std::lock_guard<std::mutex> lock(mutex);
    const Allocation *found = holding(address, bytes, &begin);
    char *at = static_cast<char *>(const_cast<void *>(address));
    if (!device) {
        return found != nullptr && found->kind == DEVICE ? nullptr : at;
    }
    return found == nullptr || found->kind != DEVICE ? nullptr : found->shadow + (at - begin);
}

int add(void **address, size_t bytes, Kind kind) {
    size_t mapped = (bytes + PAGE - 1) / PAGE * PAGE;
    mapped = mapped == 0 ? PAGE : mapped;
    std::lock_guard<std::mutex> lock(mutex);
    if (kind == DEVICE && used + mapped > TOTAL) {
        return dialect.noMemory;
    }
    int file = memfd_create("simulated-device", MFD_CLOEXEC);
    if (file < 0 || ftruncate(file, static_cast<off_t>(mapped)) != 0) {
        if (file >= 0) {
            close(file);
        }
        return dialect.noMemory;
    }
    int access = PROT_READ | PROT_WRITE;
    void *shadow = mmap(nullptr, mapped, access, MAP_SHARED, file, 0);
    void *given = kind == DEVICE ? mmap(nullptr, mapped, PROT_NONE, MAP_SHARED, file, 0) : shadow;
    close(file);
    if (shadow == MAP_FAILED || given == MAP_FAILED) {
        return dialect.noMemory;
    }
    if (kind == DEVICE) {
        used += mapped;
        std::memset(shadow, 0xA5, mapped < (1 << 16) ? mapped : 1 << 16);  // not zeroed, as real ones are not
    }
    allocations[static_cast<char *>(given)] = {bytes, mapped, kind, current, static_cast<char *>(shadow)};
    *address = given;
    return 0;
}

struct Place {
    char *to;
    const char *from;
    Direction direction;
};

int resolve(void *to, const void *from, size_t bytes, Direction direction, Place *place) {
    if (direction == BY_ADDRESS) {
        bool toDevice = reach(to, bytes, true) != nullptr;
        bool fromDevice = reach(from, bytes, true) != nullptr;
        direction = static_cast<Direction>((toDevice ? 1 : 0) + (fromDevice ? 2 : 0));
    }
    if (direction < HOST_TO_HOST || direction > DEVICE_TO_DEVICE) {
        return dialect.invalidDirection;
    }
    place->direction = direction;
    place->to = reach(to, bytes, (direction & 1) != 0);
    place->from = reach(from, bytes, (direction & 2) != 0);
    return place->to == nullptr || place->from == nullptr ? dialect.invalid : 0;
}

__attribute__((constructor)) void load() {
    enter("load");
    if (*environment("ICCL_SIM_LIVE") != 0) {
        std::atexit([] {
            std::FILE *file = std::fopen(environment("ICCL_SIM_LIVE"), "ae");
            if (file != nullptr) {
                std::fprintf(file, "%s pid=%d allocations=%zu queues=%d events=%d\n", dialect.vendor, getpid(),
                             allocations.size(), liveQueues(), liveEvents());
                std::fclose(file);
            }
        });
    }
}

}  // namespace

int enter(const char *function) {
    std::string name = full(function);
    if (name == environment("ICCL_SIM_CRASH")) {
        *static_cast<volatile int *>(nullptr) = 1;
    }
    if (name == environment("ICCL_SIM_HANG")) {
        for (;;) {
            sleep(1000);
        }
    }
    std::string failing = environment("ICCL_SIM_FAIL");
    if (failing.compare(0, name.size() + 1, name + ":") != 0) {
        return 0;
    }
    int which = 0, code = 0;
    std::sscanf(failing.c_str() + name.size(), ":%d:%d", &which, &code);
    std::lock_guard<std::mutex> lock(mutex);
    return ++calls[name] == which ? result(code) : 0;
}

int result(int code) {
    if (code != 0) {
        lastError = code;
    }
    return code;
}

int takeLastError() {
    int code = lastError;
    lastError = 0;
    return code;
}

int count(int *number) {
    *number = devices();
    return devices() == 0 ? dialect.noDevice : 0;
}

bool hasDevice(int device) { return device >= 0 && device < devices(); }

int select(int device) {
    if (!hasDevice(device)) {
        return dialect.invalidDevice;
    }
    current = device;
    return 0;
}

int selected(int *device) {
    *device = current;
    return 0;
}

int memory(size_t *free, size_t *total) {
    std::lock_guard<std::mutex> lock(mutex);
    *free = TOTAL - used;
    *total = TOTAL;
    return 0;
}

int allocate(void **address, size_t bytes) { return add(address, bytes, DEVICE); }

int allocatePinned(void **address, size_t bytes) { return add(address, bytes, HOST); }

int release(void *address, Kind kind) {
    if (address == nullptr) {
        return 0;
    }
    finishAllQueues();  // freeing waits, as the real ones do
    std::lock_guard<std::mutex> lock(mutex);
    auto found = allocations.find(static_cast<const char *>(address));
    if (found == allocations.end() || found->second.kind != kind) {
        return dialect.invalid;
    }
    if (kind == DEVICE) {
        used -= found->second.mapped;
        munmap(found->second.shadow, found->second.mapped);
    }
    munmap(address, found->second.mapped);
    allocations.erase(found);
    return 0;
}

static Kind kindOf(const void *address) {
    int device;
    size_t bytes;
    return kindOf(address, &device, &bytes);
}

int clear(void *address, int value, size_t bytes) {
    char *place = reach(address, bytes, true);
    if (place == nullptr) {
        return dialect.invalid;
    }
    return enqueue(nullptr, [place, value, bytes] { std::memset(place, value, bytes); });
}

int copy(void *to, const void *from, size_t bytes, Direction direction) {
    if (bytes == 0) {
        return 0;
    }
    Place place;
    int code = resolve(to, from, bytes, direction, &place);
    if (code != 0) {
        return code;
    }
    bool toHost = place.direction == DEVICE_TO_HOST || place.direction == HOST_TO_HOST;
    if (!toHost && kindOf(from) == UNKNOWN) {
        // Ordinary memory may be used again at once; its copy may take longer.
        auto content = std::make_shared<std::vector<char>>(place.from, place.from + bytes);
        return enqueue(nullptr, [place, bytes, content] { transfer(place.to, content->data(), bytes, place.direction); });
    }
    code = enqueue(nullptr, [place, bytes] { transfer(place.to, place.from, bytes, place.direction); });
    return code != 0 || place.direction == DEVICE_TO_DEVICE ? code : finishQueue(nullptr);
}

int copyAsync(void *to, const void *from, size_t bytes, Direction direction, void *queue) {
    if (bytes == 0) {
        return 0;
    }
    Place place;
    int code = resolve(to, from, bytes, direction, &place);
    if (code != 0) {
        return code;
    }
    return enqueue(queue, [place, bytes] { transfer(place.to, place.from, bytes, place.direction); });
}

int callHost(void *queue, void (*function)(void *), void *argument) {
    return enqueue(queue, [function, argument] { function(argument); });
}

void *reachable(const void *address) { return reach(address, 1, true); }

Kind kindOf(const void *address, int *device, size_t *bytes) {
    const char *begin = nullptr;
    std::lock_guard<std::mutex> lock(mutex);
    const Allocation *found = holding(address, 1, &begin);
    *device = found == nullptr ? -1 : found->device;
    *bytes = found == nullptr ? 0 : found->bytes;
    return found == nullptr ? UNKNOWN : found->kind;
}

}  // namespace simulation
