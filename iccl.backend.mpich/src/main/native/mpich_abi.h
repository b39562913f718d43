// What the MPICH ABI Initiative fixes of mpi.h, as far as it is used here: MPICH 3.1 and later, Intel MPI, MVAPICH2, Cray
// MPICH share it, and libmpi.so.12 or libmpich.so.12 is its name. Handles are ints. So no header of theirs is needed to
// build, and one build runs with all of them.
#pragma once

#include <cstdint>

namespace iccl::mpich::abi {

using Comm = int;
using Group = int;
using Info = int;
using Type = int;
using Op = int;
using Request = int;
using Errhandler = int;

struct Status {
    int countLow;
    int countHighAndCancelled;
    int source;
    int tag;
    int error;
};

constexpr int SUCCESS = 0;
constexpr int ERR_TRUNCATE = 14;
// Of MPICH's fault tolerance; 103 is "revoked".
constexpr int ERR_PROC_FAILED = 101;
constexpr int ERR_PROC_FAILED_PENDING = 102;

constexpr int ANY_SOURCE = -2;
constexpr int ANY_TAG = -1;
constexpr int THREAD_MULTIPLE = 3;
constexpr int COMM_TYPE_SHARED = 1;
constexpr int GPU_SUPPORT_CUDA = 0;
constexpr int TAG_UB = 0x64400001;
constexpr int MAX_ERROR_STRING = 1024;
constexpr int MAX_LIBRARY_VERSION_STRING = 8192;

constexpr Comm COMM_WORLD = 0x44000000;
constexpr Info INFO_NULL = 0x1c000000;
constexpr Errhandler ERRORS_RETURN = 0x54000001;

constexpr Op MAX = 0x58000001;
constexpr Op MIN = 0x58000002;
constexpr Op SUM = 0x58000003;
constexpr Op PROD = 0x58000004;

constexpr Type BYTE = 0x4c00010d;
constexpr Type INT8 = 0x4c000137;
constexpr Type INT16 = 0x4c000238;
constexpr Type INT32 = 0x4c000439;
constexpr Type INT64 = 0x4c00083a;
constexpr Type UINT8 = 0x4c00013b;
constexpr Type UINT16 = 0x4c00023c;
constexpr Type UINT32 = 0x4c00043d;
constexpr Type UINT64 = 0x4c00083e;

inline void *inPlace() { return reinterpret_cast<void *>(static_cast<intptr_t>(-1)); }

// The functions, as X(name, parameters). All return an int, 0 for success.
#define ICCL_MPICH_FUNCTIONS(X)                                                                        \
    X(Get_library_version, (char *text, int *length))                                                  \
    X(Initialized, (int *flag))                                                                        \
    X(Finalized, (int *flag))                                                                          \
    X(Init_thread, (int *argc, char ***argv, int required, int *provided))                             \
    X(Query_thread, (int *provided))                                                                   \
    X(Finalize, ())                                                                                    \
    X(Error_string, (int code, char *text, int *length))                                               \
    X(Error_class, (int code, int *errorClass))                                                        \
    X(Type_size, (Type type, int *size))                                                               \
    X(Comm_rank, (Comm comm, int *rank))                                                               \
    X(Comm_size, (Comm comm, int *size))                                                               \
    X(Comm_get_attr, (Comm comm, int key, void *value, int *flag))                                     \
    X(Comm_set_errhandler, (Comm comm, Errhandler handler))                                            \
    X(Comm_group, (Comm comm, Group *group))                                                           \
    X(Group_incl, (Group group, int n, const int *ranks, Group *part))                                 \
    X(Group_free, (Group *group))                                                                      \
    X(Comm_create_group, (Comm comm, Group group, int tag, Comm *part))                                \
    X(Comm_split_type, (Comm comm, int type, int key, Info info, Comm *part))                          \
    X(Comm_free, (Comm *comm))                                                                         \
    X(Isend, (const void *buffer, int count, Type type, int peer, int tag, Comm comm, Request *request)) \
    X(Irecv, (void *buffer, int count, Type type, int peer, int tag, Comm comm, Request *request))     \
    X(Test, (Request *request, int *flag, Status *status))                                             \
    X(Cancel, (Request *request))                                                                      \
    X(Iprobe, (int peer, int tag, Comm comm, int *flag, Status *status))                               \
    X(Get_count, (const Status *status, Type type, int *count))                                        \
    X(Ibarrier, (Comm comm, Request *request))                                                         \
    X(Ibcast, (void *buffer, int count, Type type, int root, Comm comm, Request *request))             \
    X(Iallgather, (const void *send, int sendCount, Type sendType, void *recv, int recvCount, Type recvType, Comm comm, \
                   Request *request))                                                                  \
    X(Ialltoall, (const void *send, int sendCount, Type sendType, void *recv, int recvCount, Type recvType, Comm comm, \
                  Request *request))                                                                   \
    X(Igather, (const void *send, int sendCount, Type sendType, void *recv, int recvCount, Type recvType, int root, \
                Comm comm, Request *request))                                                          \
    X(Iscatter, (const void *send, int sendCount, Type sendType, void *recv, int recvCount, Type recvType, int root, \
                 Comm comm, Request *request))                                                         \
    X(Iallreduce, (const void *send, void *recv, int count, Type type, Op op, Comm comm, Request *request)) \
    X(Ireduce, (const void *send, void *recv, int count, Type type, Op op, int root, Comm comm, Request *request)) \
    X(Ireduce_scatter_block, (const void *send, void *recv, int count, Type type, Op op, Comm comm, Request *request))

struct Functions {
    void *library;
#define ICCL_MPICH_DECLARE(name, parameters) int(*name) parameters;
    ICCL_MPICH_FUNCTIONS(ICCL_MPICH_DECLARE)
#undef ICCL_MPICH_DECLARE
};

}  // namespace iccl::mpich::abi
