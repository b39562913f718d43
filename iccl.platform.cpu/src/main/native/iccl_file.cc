// Files as shared memory.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>

#include "iccl_cpu.h"

namespace iccl::cpu {
namespace {

// Makes the file at least that long. Under a lock: between two processes a late and shorter ftruncate would cut it.
int grow(int file, int64_t bytes) {
    int result;
    do {
        result = flock(file, LOCK_EX);
    } while (result < 0 && errno == EINTR);
    struct stat status;
    if (result < 0 || fstat(file, &status) < 0) {
        return -errno;
    }
    if (status.st_size < bytes && ftruncate(file, bytes) < 0) {
        return -errno;
    }
    flock(file, LOCK_UN);
    return 0;
}

}  // namespace

int32_t openFile(JNIEnv *env, jclass, jbyteArray path) {
    jbyte name[PATH_MAX];
    const jsize length = env->GetArrayLength(path);
    if (length > PATH_MAX) {
        return -ENAMETOOLONG;
    }
    env->GetByteArrayRegion(path, 0, length, name);
    int file;
    do {
        file = open(reinterpret_cast<const char *>(name), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    } while (file < 0 && errno == EINTR);
    return file < 0 ? -errno : file;
}

void closeFile(int32_t file) { close(file); }


int64_t map(int32_t file, int64_t bytes) {
    const int result = grow(file, bytes);
    if (result < 0) {
        return result;
    }
    void *memory = mmap(nullptr, static_cast<size_t>(bytes), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return memory == MAP_FAILED ? -errno : static_cast<int64_t>(reinterpret_cast<intptr_t>(memory));
}

int32_t unmap(int64_t address, int64_t bytes) {
    void *memory = reinterpret_cast<void *>(static_cast<intptr_t>(address));
    return munmap(memory, static_cast<size_t>(bytes)) == 0 ? 0 : -errno;
}

int32_t reserve(int32_t file, int64_t offset, int64_t bytes) {
    int error;
    do {
        error = posix_fallocate(file, offset, bytes);
    } while (error == EINTR);
    return -error;
}

int32_t createShared(int64_t bytes) {
    // A file without a name: it goes with the last process that has it open or mapped, however that ends.
    const int file = memfd_create("iccl", MFD_CLOEXEC);
    if (file < 0) {
        return -errno;
    }
    if (ftruncate(file, bytes) < 0) {
        const int error = errno;
        close(file);
        return -error;
    }
    return file;
}

int32_t openShared(int64_t process, int32_t file) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%lld/fd/%d", static_cast<long long>(process), file);
    int found;
    do {
        found = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY);
    } while (found < 0 && errno == EINTR);
    return found < 0 ? -errno : found;
}

int64_t identityOf(int32_t file) {
    struct stat status;
    if (fstat(file, &status) < 0) {
        return -errno;
    }
    // The file system, too: what was meant may be gone, and its number another file's.
    const uint64_t device = static_cast<uint64_t>(status.st_dev) << 48;
    return static_cast<int64_t>((device ^ static_cast<uint64_t>(status.st_ino)) & INT64_MAX);
}

int64_t roomIn(int32_t file) {
    struct statvfs room;
    return fstatvfs(file, &room) == 0 ? static_cast<int64_t>(room.f_bavail * room.f_frsize) : -errno;
}

}  // namespace iccl::cpu
