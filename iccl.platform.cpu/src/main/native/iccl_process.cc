// The memory of other processes, and the threads of this one.
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>

#include "iccl_cpu.h"

namespace iccl::cpu {
namespace {

iovec part(int64_t address, int64_t bytes) {
    return {reinterpret_cast<void *>(static_cast<intptr_t>(address)), static_cast<size_t>(bytes)};
}

// One call moves at most 2 GiB, and less where memory ends.
template <typename Move>
int32_t moveAll(int64_t process, int64_t local, int64_t remote, int64_t bytes, Move move) {
    for (int64_t done = 0; done < bytes;) {
        const iovec here = part(local + done, bytes - done);
        const iovec there = part(remote + done, bytes - done);
        const ssize_t moved = move(static_cast<pid_t>(process), &here, 1, &there, 1, 0);
        if (moved <= 0) {
            return moved == 0 ? -EFAULT : -errno;
        }
        done += moved;
    }
    return 0;
}

}  // namespace

int32_t pull(int64_t to, int64_t process, int64_t from, int64_t bytes) {
    return moveAll(process, to, from, bytes, process_vm_readv);
}

int32_t push(int64_t process, int64_t to, int64_t from, int64_t bytes) {
    return moveAll(process, from, to, bytes, process_vm_writev);
}

// See membarrier(2): a process registers once, which is repeated here at no cost.
bool fenceThreads() {
    static const bool isRegistered = syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
    return isRegistered && syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
}

}  // namespace iccl::cpu
