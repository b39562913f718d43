// The probe of an accelerator's runtime: a process of its own, so that a library that crashes or hangs takes nothing else
// with it. Reads the table from standard input, opens the library, and tries on the first device all that the platform will
// rely on. What the table only guesses is measured. Prints "key=value" lines; the last is "result=ok" or "wrong=why". Before
// each step it prints "step=what", so that whoever finds it dead knows where.
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "../runtime.h"

using namespace iccl::device;

namespace {

constexpr size_t BYTES = 1 << 20;
constexpr int PATIENCE_MS = 5000;
constexpr int NO_CODE = -2;

Runtime runtime;

void say(const char *key, const std::string &value) {
    std::string line = value;
    for (char &letter : line) {
        letter = letter == '\n' || letter == '\r' ? ' ' : letter;
    }
    // What the library itself prints may not end its line.
    std::printf("\n%s=%s\n", key, line.c_str());
    std::fflush(stdout);
}

void step(const char *what) { say("step", what); }

[[noreturn]] void finish(const std::string &wrong) {
    wrong.empty() ? say("result", "ok") : say("wrong", wrong);
    // Destructors of a library that is no good must not have the last word.
    _exit(wrong.empty() ? 0 : 1);
}

void check(const char *what, int code) {
    if (code != 0) {
        finish(std::string(what) + ": " + runtime.errorText(code));
    }
}

void pause() {
    timespec moment = {0, 50000};
    nanosleep(&moment, nullptr);
}

// Asks until the answer is yes; what is neither yes nor "not ready" is wrong.
template <typename Question> void await(const char *what, Question question) {
    timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (;;) {
        int answer = question();
        if (answer == 1) {
            return;
        }
        if (answer < 0) {
            finish(std::string(what) + " gave a code that stands neither for success nor for 'not ready': " +
                runtime.errorText(-answer));
        }
        clock_gettime(CLOCK_MONOTONIC, &now);
        if ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 > PATIENCE_MS) {
            finish(std::string(what) + ": not done after 5 s");
        }
        pause();
    }
}

void fill(char *memory, int seed) {
    for (size_t index = 0; index < BYTES; index++) {
        memory[index] = static_cast<char>(index * 31 + index / 256 + static_cast<size_t>(seed) * 77);
    }
}

void expect(const char *what, const char *is, int seed) {
    std::vector<char> should(BYTES);
    fill(should.data(), seed);
    if (std::memcmp(is, should.data(), BYTES) != 0) {
        finish(std::string(what) + " did not bring the bytes: the numbers for this runtime are wrong");
    }
}

void describeDevices(int devices) {
    for (int device = 0; device < devices; device++) {
        std::string key = "device." + std::to_string(device) + ".";
        step("the devices' memory and names");
        uint64_t total = 0;
        check("memory", runtime.memory(device, &total));
        say((key + "memory").c_str(), std::to_string(total));
        say((key + "name").c_str(), runtime.name(device));
        say((key + "address").c_str(), runtime.address(device));
    }
}

struct Room {
    void *first = nullptr;
    void *second = nullptr;
    char *pinned = nullptr;
    void *queue = nullptr;
    void *event = nullptr;
};

void tryCopies(Room &room) {
    std::vector<char> plain(BYTES);
    step("allocate");
    check("allocate", runtime.allocate(0, &room.first, BYTES, false));
    check("allocate", runtime.allocate(0, &room.second, BYTES, false));
    check("allocatePinned", runtime.allocate(0, reinterpret_cast<void **>(&room.pinned), BYTES, true));
    if (room.first == nullptr || room.second == nullptr || room.pinned == nullptr) {
        finish("allocate gave no address, and no error");
    }
    step("copy");
    fill(plain.data(), 1);
    check("copy to the device", runtime.copy(0, room.first, plain.data(), BYTES, runtime.number(TO_DEVICE)));
    check("copy on the device", runtime.copy(0, room.second, room.first, BYTES, runtime.number(ON_DEVICE)));
    std::memset(plain.data(), 0, BYTES);
    check("copy to the host", runtime.copy(0, plain.data(), room.second, BYTES, runtime.number(TO_HOST)));
    expect("copy", plain.data(), 1);
    check("clear", runtime.clear(0, room.second, BYTES));
    check("copy to the host", runtime.copy(0, plain.data(), room.second, BYTES, runtime.number(TO_HOST)));
    if (plain != std::vector<char>(BYTES)) {
        finish("clear did not clear");
    }
}

void tryQueues(Room &room) {
    step("queues");
    check("createQueue", runtime.createQueue(0, &room.queue));
    void *other = nullptr;
    check("createQueue", runtime.createQueue(0, &other));
    check("createEvent", runtime.createEvent(0, &room.event));
    fill(room.pinned, 2);
    check("copyAsync to the device",
          runtime.copyAsync(0, room.first, room.pinned, BYTES, runtime.number(TO_DEVICE), room.queue));
    await("queryQueue", [&] { return runtime.queueIsIdle(0, room.queue); });
    std::memset(room.pinned, 0, BYTES);
    check("copyAsync on the device",
          runtime.copyAsync(0, room.second, room.first, BYTES, runtime.number(ON_DEVICE), room.queue));
    check("recordEvent", runtime.recordEvent(0, room.event, room.queue));
    check("queueWaits", runtime.queueWaits(0, other, room.event));
    check("copyAsync to the host",
          runtime.copyAsync(0, room.pinned, room.second, BYTES, runtime.number(TO_HOST), other));
    await("queryEvent", [&] { return runtime.eventIsDone(0, room.event); });
    await("queryQueue", [&] { return runtime.queueIsIdle(0, other); });
    expect("copyAsync", room.pinned, 2);
    check("finishQueue", runtime.finishQueue(0, other));
    check("copyAsync on the default queue",
          runtime.copyAsync(0, room.first, room.pinned, BYTES, runtime.number(TO_DEVICE), nullptr));
    check("recordEvent on the default queue", runtime.recordEvent(0, room.event, nullptr));
    await("queryEvent after the default queue", [&] { return runtime.eventIsDone(0, room.event); });
    check("destroyQueue", runtime.destroyQueue(0, other));
}

volatile bool called = false;

void tryHostFunction(Room &room) {
    if (!runtime.has(HOST_FUNCTION)) {
        say("hostFunction", "no");
        return;
    }
    step("hostFunction");
    check("hostFunction", runtime.callHost(0, room.queue, [](void *) { called = true; }, nullptr));
    await("hostFunction", [] { return called ? 1 : 0; });
    say("hostFunction", "yes");
}

// The numbers that pointer attributes use are not known for every vendor, but a device's and the host's must differ, and all
// memory of a device must have the same: else what is read there is no kind of memory, but a part of the address, say.
void measureAttributes(Room &room) {
    step("attributes");
    std::vector<char> plain(BYTES);
    int device = runtime.memoryCode(0, room.first);
    int pinned = runtime.memoryCode(0, room.pinned);
    int unknown = runtime.memoryCode(0, plain.data());
    bool same = device == runtime.memoryCode(0, room.second) &&
                device == runtime.memoryCode(0, static_cast<char *>(room.first) + BYTES / 2);
    bool differ = same && device != pinned && device != unknown && device >= 0;
    // Where pinned memory looks like any other, none is known by its attributes.
    bool known = pinned >= 0 && pinned != unknown;
    say("deviceCode", std::to_string(differ ? device : 0));
    say("hostCode", std::to_string(!differ ? 0 : known ? pinned : NO_CODE));
    say("attributes", !runtime.has(ATTRIBUTES) ? "absent" : differ ? "tell device and host apart" : "do not tell");
}

void giveBack(Room &room) {
    step("free");
    check("destroyEvent", runtime.destroyEvent(0, room.event));
    check("destroyQueue", runtime.destroyQueue(0, room.queue));
    check("free", runtime.free(0, room.first, false));
    check("free", runtime.free(0, room.second, false));
    check("freePinned", runtime.free(0, room.pinned, true));
}

}  // namespace

int main(int argc, char **argv) {
    // Never outlives whoever asked, and leaves no core where somebody must clean it up.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    alarm(argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 60);
    rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    std::string table;
    char part[4096];
    for (ssize_t got; (got = read(STDIN_FILENO, part, sizeof part)) > 0;) {
        table.append(part, static_cast<size_t>(got));
    }
    step("open");
    std::string wrong = runtime.open(table.c_str());
    if (!wrong.empty()) {
        finish(wrong);
    }
    say("library", runtime.path());
    step("version");
    say("version", runtime.version(&wrong));
    if (!wrong.empty()) {
        finish(wrong);
    }
    step("count");
    int devices = 0;
    check("count", runtime.count(&devices));
    say("devices", std::to_string(devices));
    if (devices < 1) {
        finish("it finds no device");
    }
    describeDevices(devices);
    Room room;
    tryCopies(room);
    tryQueues(room);
    tryHostFunction(room);
    measureAttributes(room);
    giveBack(room);
    finish(runtime.strangers());
}
