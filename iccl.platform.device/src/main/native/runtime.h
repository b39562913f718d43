// A vendor's accelerator runtime, opened at run time and called by a table of names and numbers.
//
// Every function that is called takes integers and pointers only, and returns an int. On the processors that we build for
// (System V x86-64, AAPCS64) these travel alike, one register each, and a callee reads those that it declares. So one call
// with six integers serves every signature, and an argument that a vendor does not have does no harm.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace iccl::device {

// Name in the table, and whether a runtime must have it. The comments give the arguments.
#define ICCL_DEVICE_FUNCTIONS(F)                                                    \
    F(COUNT, "count", true)                            /* int *count */             \
    F(SELECT, "select", true)                          /* int device */             \
    F(SELECTED, "selected", true)                      /* int *device */            \
    F(NAME, "name", false)                             /* char *, int, int device */ \
    F(PROPERTIES, "properties", false)                 /* char name[] first, int device */ \
    F(ADDRESS, "address", false)                       /* char *, int, int device */ \
    F(MEMORY, "memory", true)                          /* size_t *free, size_t *total */ \
    F(VERSION, "version", false)                       /* int *, or int *major, int *minor, int *patch */ \
    F(ALLOCATE, "allocate", true)                      /* void **, size_t */        \
    F(FREE, "free", true)                              /* void * */                 \
    F(ALLOCATE_PINNED, "allocatePinned", true)         /* void **, size_t, unsigned flags */ \
    F(FREE_PINNED, "freePinned", true)                 /* void * */                 \
    F(CLEAR, "clear", true)                            /* void *, int value, size_t */ \
    F(COPY, "copy", true)                              /* to, from, size_t, direction */ \
    F(COPY_ASYNC, "copyAsync", true)                   /* to, from, size_t, direction, queue; or queue first */ \
    F(CREATE_QUEUE, "createQueue", true)               /* queue *, unsigned flags */ \
    F(DESTROY_QUEUE, "destroyQueue", true)             /* queue */                  \
    F(QUERY_QUEUE, "queryQueue", true)                 /* queue */                  \
    F(FINISH_QUEUE, "finishQueue", true)               /* queue */                  \
    F(QUEUE_WAITS, "queueWaits", true)                 /* queue, event, unsigned flags; or event first */ \
    F(CREATE_EVENT, "createEvent", true)               /* event *, unsigned flags */ \
    F(DESTROY_EVENT, "destroyEvent", true)             /* event */                  \
    F(RECORD_EVENT, "recordEvent", true)               /* event, queue */           \
    F(QUERY_EVENT, "queryEvent", true)                 /* event */                  \
    F(ATTRIBUTES, "attributes", false)                 /* void *attributes, const void * */ \
    F(HOST_FUNCTION, "hostFunction", false)            /* queue, void (*)(void *), void * */ \
    F(LAST_ERROR, "lastError", true)                   /* nothing; clears it */     \
    F(ERROR_TEXT, "errorText", false)                  /* int code; returns const char * */

// Name in the table, and the value where the table does not say. TO_HOST and its kin are copy directions.
#define ICCL_DEVICE_NUMBERS(N)                 \
    N(NOT_READY, "notReady", 600)              \
    N(ALSO_NOT_READY, "alsoNotReady", 0)       /* 0: there is no other */ \
    N(TO_DEVICE, "toDevice", 1)                \
    N(TO_HOST, "toHost", 2)                    \
    N(ON_DEVICE, "onDevice", 3)                \
    N(QUEUE_FLAGS, "queueFlags", 1)            \
    N(EVENT_FLAGS, "eventFlags", 2)            \
    N(QUEUE_BEFORE_DIRECTION, "queueBeforeDirection", 0) \
    N(EVENT_BEFORE_QUEUE, "eventBeforeQueue", 0) \
    N(VERSION_PARTS, "versionParts", 1)        \
    N(SMALLEST_MAJOR, "smallestMajor", 0)      \
    N(DEVICE_CODE, "deviceCode", 0)            \
    N(HOST_CODE, "hostCode", 0)

#define ICCL_DEVICE_ENUM(constant, ...) constant,
enum Function { ICCL_DEVICE_FUNCTIONS(ICCL_DEVICE_ENUM) FUNCTIONS };
enum Number { ICCL_DEVICE_NUMBERS(ICCL_DEVICE_ENUM) NUMBERS };
#undef ICCL_DEVICE_ENUM

// Where an address is, as pointer attributes say it.
enum Space { UNKNOWN, HOST, DEVICE };

class Runtime {
public:
    // Reads the table and opens the library; the text says what is wrong, and is empty when nothing is.
    // A table's lines: "library PATH", "function NAME SYMBOL...", "number NAME VALUE", "foreign WORD...".
    std::string open(const char *table);

    // Signs that the library is another vendor's, in words; more of them show once it has been used: a runtime opens what it
    // needs when it is first called.
    std::string strangers() const;

    bool has(Function function) const { return functions[function] != nullptr; }
    int number(Number which) const { return numbers[which]; }
    // The file that the library's functions are in, whatever links it was opened by.
    std::string path() const;
    // "12.4", or the vendor's own three parts.
    std::string version(std::string *wrong) const;
    std::string errorText(int code) const;

    // What follows works on a device, whichever the thread has selected, and returns the vendor's code; 0 is success.
    int count(int *devices) const { return call(COUNT, devices); }
    int select(int device) const { return call(SELECT, device); }
    int selected(int *device) const { return call(SELECTED, device); }
    std::string name(int device) const;
    std::string address(int device) const;
    int memory(int device, uint64_t *total) const;
    int allocate(int device, void **memory, uint64_t bytes, bool pinned) const;
    int free(int device, void *memory, bool pinned) const;
    // Both are done when they return, as the vendors' own need not be.
    int clear(int device, void *memory, uint64_t bytes) const;
    int copy(int device, void *to, const void *from, uint64_t bytes, int direction) const;
    int copyAsync(int device, void *to, const void *from, uint64_t bytes, int direction, void *queue) const;
    // Between two places of the host, in the order of the queue.
    int copyHostAsync(int device, void *to, const void *from, uint64_t bytes, void *queue) const;
    int createQueue(int device, void **queue) const;
    int destroyQueue(int device, void *queue) const;
    int finishQueue(int device, void *queue) const;
    // 1 = done, 0 = not yet, else the code as a negative number.
    int queueIsIdle(int device, void *queue) const;
    int createEvent(int device, void **event) const;
    int destroyEvent(int device, void *event) const;
    int recordEvent(int device, void *event, void *queue) const;
    int eventIsDone(int device, void *event) const;
    int queueWaits(int device, void *queue, void *event) const;
    int callHost(int device, void *queue, void (*function)(void *), void *argument) const;
    // The first int of an address's attributes: what kind of memory it is, in the vendor's own numbers; -1 when the runtime
    // does not know the address.
    int memoryCode(int device, const void *address) const;
    Space spaceOf(int device, const void *address) const;

private:
    void *library = nullptr;
    void *functions[FUNCTIONS] = {};
    int numbers[NUMBERS] = {};
    std::vector<std::string> foreign;

    std::string read(const char *table, std::string *path);
    std::string find(const std::vector<std::string> &line);
    int answer(int code) const;

    static int64_t word(const void *value) { return reinterpret_cast<intptr_t>(value); }
    static int64_t word(int64_t value) { return value; }
    static int64_t word(uint64_t value) { return static_cast<int64_t>(value); }
    static int64_t word(int value) { return value; }
    int64_t raw(Function function, int64_t a, int64_t b, int64_t c, int64_t d, int64_t e, int64_t f) const;

    int finished(int device, int code) const;
    template <typename... Arguments> int callOn(int device, Function function, Arguments... arguments) const;
    template <typename... Arguments> int call(Function function, Arguments... arguments) const {
        int64_t words[6 + sizeof...(arguments)] = {word(arguments)...};
        return static_cast<int>(raw(function, words[0], words[1], words[2], words[3], words[4], words[5]));
    }
};

// Lets a call work on a device, and gives the thread back the one it had.
class Selected {
public:
    Selected(const Runtime &runtime, int device) : runtime(runtime) {
        code = runtime.selected(&before);
        if (code == 0 && before != device) {
            code = runtime.select(device);
            changed = code == 0;
        }
    }
    ~Selected() {
        if (changed) {
            runtime.select(before);
        }
    }
    int code = 0;

private:
    const Runtime &runtime;
    int before = 0;
    bool changed = false;
};

template <typename... Arguments> int Runtime::callOn(int device, Function function, Arguments... arguments) const {
    Selected selected(*this, device);
    return selected.code != 0 ? selected.code : call(function, arguments...);
}

}  // namespace iccl::device
