// Memory of the process: allocation, copies, and the way between addresses and direct buffers.
#include <dlfcn.h>
#include <sys/mman.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "iccl_cpu.h"

namespace iccl::cpu {
namespace {

constexpr int64_t PAGE = 4096;
// From here on the system gives fresh, zeroed pages that cost nothing until they are touched.
constexpr int64_t LARGE = 32 * PAGE;

void *pointer(int64_t address) { return reinterpret_cast<void *>(static_cast<intptr_t>(address)); }

int64_t addressOfPointer(const void *memory) { return static_cast<int64_t>(reinterpret_cast<intptr_t>(memory)); }

}  // namespace

int64_t addressOf(JNIEnv *env, jclass, jobject direct) { return addressOfPointer(env->GetDirectBufferAddress(direct)); }

jobject view(JNIEnv *env, jclass, int64_t address, int64_t bytes) {
    return env->NewDirectByteBuffer(pointer(address), bytes);
}

jstring errorText(JNIEnv *env, jclass, int32_t error) {
    char text[256] = "";
    return env->NewStringUTF(strerror_r(error, text, sizeof text));
}

int64_t allocate(int64_t bytes) {
    if (bytes >= LARGE) {
        void *memory =
            mmap(nullptr, static_cast<size_t>(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return memory == MAP_FAILED ? -errno : addressOfPointer(memory);
    }
    void *memory = nullptr;
    const int error = posix_memalign(&memory, PAGE, static_cast<size_t>(bytes));
    if (error != 0) {
        return -error;
    }
    memset(memory, 0, static_cast<size_t>(bytes));
    return addressOfPointer(memory);
}

int32_t release(int64_t address, int64_t bytes) {
    if (bytes >= LARGE) {
        return munmap(pointer(address), static_cast<size_t>(bytes)) == 0 ? 0 : -errno;
    }
    free(pointer(address));
    return 0;
}

void copy(int64_t to, int64_t from, int64_t bytes) { memmove(pointer(to), pointer(from), static_cast<size_t>(bytes)); }

// What a function without arguments returns, or a number beyond all ints when there is none of that name, which is ASCII and
// ends in a zero byte.
int64_t ask(JNIEnv *env, jclass, jbyteArray function) {
    char name[256] = "";
    const jsize length = env->GetArrayLength(function);
    if (length >= static_cast<jsize>(sizeof name)) {
        return INT64_MAX;
    }
    env->GetByteArrayRegion(function, 0, length, reinterpret_cast<jbyte *>(name));
    auto found = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, name));
    return found == nullptr ? INT64_MAX : found();
}

void clear(int64_t address, int64_t bytes) { memset(pointer(address), 0, static_cast<size_t>(bytes)); }

}  // namespace iccl::cpu
