#include "iccl_mpich.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstring>

#include "mpich_abi.h"

namespace iccl::mpich {

namespace {

abi::Functions mpi = {};

// In the order of Codes.java.
constexpr abi::Type TYPES[] = {abi::INT8,  abi::UINT8,  abi::INT16, abi::UINT16,
                               abi::INT32, abi::UINT32, abi::INT64, abi::UINT64};
constexpr int SIZES[] = {1, 1, 2, 2, 4, 4, 8, 8};
constexpr abi::Op OPS[] = {abi::SUM, abi::PROD, abi::MAX, abi::MIN};

constexpr int64_t PENDING = -1;
constexpr int64_t NOBODY = -1;

int64_t failure(int code) { return -2 - static_cast<int64_t>(code); }

int64_t result(int code, int64_t value) { return code == abi::SUCCESS ? value : failure(code); }

// A handle's bits as a number that is not negative.
int64_t handle(int code, int value) { return result(code, static_cast<uint32_t>(value)); }

void *memory(int64_t address) { return reinterpret_cast<void *>(static_cast<intptr_t>(address)); }

// Address 0 stands for MPI_IN_PLACE where a source or target may be that.
void *orInPlace(int64_t address) { return address == 0 ? abi::inPlace() : memory(address); }

struct Text {
    char *data;
    size_t size;
};

Text textOf(JNIEnv *env, jobject buffer) {
    return {static_cast<char *>(env->GetDirectBufferAddress(buffer)),
            static_cast<size_t>(env->GetDirectBufferCapacity(buffer))};
}

int32_t refuse(Text text, const char *what, const char *detail) {
    std::snprintf(text.data, text.size, "%s%s", what, detail == nullptr ? "" : detail);
    return 1;
}

}  // namespace

// The buffer holds the library's name, and after a failure what the system said. The library stays for the life of the
// process, and its symbols are global, for the parts that it opens itself.
int32_t open(JNIEnv *env, jclass, jobject buffer) {
    Text text = textOf(env, buffer);
    if (dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") != nullptr) {
        return refuse(text, "Open MPI is loaded in this process, and two MPIs must not meet in one", nullptr);
    }
    void *library = dlopen(text.data, RTLD_NOW | RTLD_GLOBAL | RTLD_NODELETE);
    if (library == nullptr) {
        return refuse(text, dlerror(), nullptr);
    }
#define ICCL_MPICH_FIND(name, parameters)                                             \
    mpi.name = reinterpret_cast<int(*) parameters>(dlsym(library, "MPI_" #name));     \
    if (mpi.name == nullptr) {                                                        \
        return refuse(text, "it lacks MPI_", #name);                                  \
    }
    using namespace abi;
    ICCL_MPICH_FUNCTIONS(ICCL_MPICH_FIND)
#undef ICCL_MPICH_FIND
    mpi.library = library;
    return 0;
}

int32_t libraryVersion(JNIEnv *env, jclass, jobject buffer) {
    Text text = textOf(env, buffer);
    char version[abi::MAX_LIBRARY_VERSION_STRING + 1] = {};
    int length = 0;
    int code = mpi.Get_library_version(version, &length);
    std::snprintf(text.data, text.size, "%s", version);
    return code;
}

int32_t errorString(JNIEnv *env, jclass, jobject buffer, int32_t code) {
    Text text = textOf(env, buffer);
    char message[abi::MAX_ERROR_STRING + 1] = {};
    int length = 0;
    int failed = mpi.Error_string(code, message, &length);
    std::snprintf(text.data, text.size, "%s", failed == 0 ? message : "an error without a text");
    return failed;
}

int32_t errorClass(int32_t code) {
    int answer = 0;
    return mpi.Error_class(code, &answer) == abi::SUCCESS ? answer : code;
}

int32_t isInitialized() {
    int flag = 0;
    mpi.Initialized(&flag);
    return flag;
}

int32_t isFinalized() {
    int flag = 0;
    mpi.Finalized(&flag);
    return flag;
}

// Starts MPI unless it is started; 1 when any threads may call, else 0.
int64_t start() {
    int provided = 0;
    int code = isInitialized() != 0 ? mpi.Query_thread(&provided)
                                    : mpi.Init_thread(nullptr, nullptr, abi::THREAD_MULTIPLE, &provided);
    return result(code, provided >= abi::THREAD_MULTIPLE ? 1 : 0);
}

int64_t finish() { return result(mpi.Finalize(), 0); }

// The number in TYPES of the first whose size is not what the ABI says, 8 for the byte, or -1.
int32_t wrongType() {
    int size = 0;
    for (int i = 0; i < 8; i++) {
        if (mpi.Type_size(TYPES[i], &size) != abi::SUCCESS || size != SIZES[i]) {
            return i;
        }
    }
    return mpi.Type_size(abi::BYTE, &size) == abi::SUCCESS && size == 1 ? -1 : 8;
}

// Whether it says that it takes memory of CUDA devices: 1 or 0; -1 when it cannot be asked. Both functions are extensions: the
// first has been there since MPICH 4.0, the second is what its relatives have.
int32_t takesCudaMemory() {
    using AskKind = int (*)(int kind, int *answer);
    using Ask = int (*)();
    auto askKind = reinterpret_cast<AskKind>(dlsym(mpi.library, "MPIX_GPU_query_support"));
    if (askKind != nullptr) {
        int answer = 0;
        return askKind(abi::GPU_SUPPORT_CUDA, &answer) == abi::SUCCESS && answer == 1 ? 1 : 0;
    }
    auto ask = reinterpret_cast<Ask>(dlsym(mpi.library, "MPIX_Query_cuda_support"));
    return ask == nullptr ? -1 : ask() == 1 ? 1 : 0;
}

int64_t largestTag() {
    int *value = nullptr;
    int flag = 0;
    int code = mpi.Comm_get_attr(abi::COMM_WORLD, abi::TAG_UB, &value, &flag);
    return result(code, flag != 0 && value != nullptr ? *value : 0);
}

int32_t world() { return abi::COMM_WORLD; }

int64_t rank(int32_t comm) {
    int value = 0;
    int code = mpi.Comm_rank(comm, &value);
    return result(code, value);
}

int64_t size(int32_t comm) {
    int value = 0;
    int code = mpi.Comm_size(comm, &value);
    return result(code, value);
}

int64_t returnErrors(int32_t comm) { return result(mpi.Comm_set_errhandler(comm, abi::ERRORS_RETURN), 0); }

// The buffer holds the members as ints of the host.
int64_t part(JNIEnv *env, jclass, jobject members, int32_t comm, int32_t tag) {
    Text text = textOf(env, members);
    abi::Group all = 0;
    abi::Group some = 0;
    abi::Comm made = 0;
    int code = mpi.Comm_group(comm, &all);
    if (code != abi::SUCCESS) {
        return failure(code);
    }
    code = mpi.Group_incl(all, static_cast<int>(text.size / sizeof(int)), reinterpret_cast<int *>(text.data), &some);
    if (code == abi::SUCCESS) {
        code = mpi.Comm_create_group(comm, some, tag, &made);
        mpi.Group_free(&some);
    }
    mpi.Group_free(&all);
    return handle(code, made);
}

int64_t sharingMemory(int32_t comm, int32_t rank) {
    abi::Comm made = 0;
    int code = mpi.Comm_split_type(comm, abi::COMM_TYPE_SHARED, rank, abi::INFO_NULL, &made);
    return handle(code, made);
}

int64_t release(int32_t comm) {
    abi::Comm freed = comm;
    return result(mpi.Comm_free(&freed), 0);
}

int64_t send(int32_t comm, int32_t peer, int32_t tag, int64_t address, int32_t bytes) {
    abi::Request request = 0;
    int code = mpi.Isend(memory(address), bytes, abi::BYTE, peer, tag, comm, &request);
    return handle(code, request);
}

int64_t receive(int32_t comm, int32_t peer, int32_t tag, int64_t address, int32_t bytes) {
    abi::Request request = 0;
    int code = mpi.Irecv(memory(address), bytes, abi::BYTE, peer, tag, comm, &request);
    return handle(code, request);
}

int64_t test(int32_t request) {
    abi::Request tested = request;
    abi::Status status = {};
    int flag = 0;
    int code = mpi.Test(&tested, &flag, &status);
    if (code == abi::SUCCESS && flag == 0) {
        return PENDING;
    }
    int count = 0;
    if (code == abi::SUCCESS) {
        code = mpi.Get_count(&status, abi::BYTE, &count);
    }
    return result(code, count < 0 ? 0 : count);
}

int64_t cancel(int32_t request) {
    abi::Request cancelled = request;
    return result(mpi.Cancel(&cancelled), 0);
}

int64_t probe(int32_t comm, int32_t tag) {
    abi::Status status = {};
    int flag = 0;
    int code = mpi.Iprobe(abi::ANY_SOURCE, tag, comm, &flag, &status);
    return result(code, flag != 0 ? status.source : NOBODY);
}

int32_t anyTag() { return abi::ANY_TAG; }

int64_t barrier(int32_t comm) {
    abi::Request request = 0;
    int code = mpi.Ibarrier(comm, &request);
    return handle(code, request);
}

int64_t broadcast(int32_t comm, int64_t address, int32_t bytes, int32_t root) {
    abi::Request request = 0;
    int code = mpi.Ibcast(memory(address), bytes, abi::BYTE, root, comm, &request);
    return handle(code, request);
}

int64_t allGather(int32_t comm, int64_t from, int64_t to, int32_t bytes) {
    abi::Request request = 0;
    int code = mpi.Iallgather(memory(from), bytes, abi::BYTE, memory(to), bytes, abi::BYTE, comm, &request);
    return handle(code, request);
}

int64_t allToAll(int32_t comm, int64_t from, int64_t to, int32_t bytes) {
    abi::Request request = 0;
    int code = mpi.Ialltoall(memory(from), bytes, abi::BYTE, memory(to), bytes, abi::BYTE, comm, &request);
    return handle(code, request);
}

int64_t gather(int32_t comm, int64_t from, int64_t to, int32_t bytes, int32_t root) {
    abi::Request request = 0;
    int code = mpi.Igather(orInPlace(from), bytes, abi::BYTE, memory(to), bytes, abi::BYTE, root, comm, &request);
    return handle(code, request);
}

int64_t scatter(int32_t comm, int64_t from, int64_t to, int32_t bytes, int32_t root) {
    abi::Request request = 0;
    int code = mpi.Iscatter(memory(from), bytes, abi::BYTE, orInPlace(to), bytes, abi::BYTE, root, comm, &request);
    return handle(code, request);
}

int64_t allReduce(int32_t comm, int64_t from, int64_t to, int32_t count, int32_t type, int32_t op) {
    abi::Request request = 0;
    int code = mpi.Iallreduce(memory(from), memory(to), count, TYPES[type], OPS[op], comm, &request);
    return handle(code, request);
}

int64_t reduce(int32_t comm, int64_t from, int64_t to, int32_t count, int32_t type, int32_t op, int32_t root) {
    abi::Request request = 0;
    int code = mpi.Ireduce(orInPlace(from), memory(to), count, TYPES[type], OPS[op], root, comm, &request);
    return handle(code, request);
}

int64_t reduceScatter(int32_t comm, int64_t from, int64_t to, int32_t count, int32_t type, int32_t op) {
    abi::Request request = 0;
    int code = mpi.Ireduce_scatter_block(memory(from), memory(to), count, TYPES[type], OPS[op], comm, &request);
    return handle(code, request);
}

}  // namespace iccl::mpich
