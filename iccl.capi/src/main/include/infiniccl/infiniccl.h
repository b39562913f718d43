/*
 * ICCL's C API: collective communication with the names, argument order and numbers of InfiniCCL.
 *
 *   #include <infiniccl/infiniccl.h>
 *   gcc main.c $(pkg-config --cflags --libs infiniccl) && icclrun -n 4 ./a.out
 *
 * The first call starts what is behind it (a JVM inside this process). Counts are in elements. A stream of NULL means
 * "done when the call returns". Every function but the three that return text or a version number reports by its result;
 * infinicclGetLastError says more. Any thread may call; one thread at a time uses a communicator.
 */
#ifndef INFINICCL_INFINICCL_H_
#define INFINICCL_INFINICCL_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define INFINICCL_MAJOR 0
#define INFINICCL_MINOR 1
#define INFINICCL_PATCH 0
#define INFINICCL_VERSION(major, minor, patch) ((major) * 10000 + (minor) * 100 + (patch))
#define INFINICCL_VERSION_CODE INFINICCL_VERSION(INFINICCL_MAJOR, INFINICCL_MINOR, INFINICCL_PATCH)

typedef enum {
    infinicclSuccess = 0,
    /* A call into a device runtime or an MPI library failed. */
    infinicclUnhandledError = 1,
    /* The operating system refused something, or there is no usable JVM. */
    infinicclSystemError = 2,
    /* ICCL contradicts itself; please report it. */
    infinicclInternalError = 3,
    infinicclInvalidArgument = 4,
    /* The arguments are right, but the call may not be made here or now. */
    infinicclInvalidUsage = 5,
    /* Another rank failed, went away, or did not come in time. */
    infinicclRemoteError = 6,
    infinicclInProgress = 7,
    /* Nothing that is installed here can do this. */
    infinicclNotSupported = 8,
    infinicclNumResults = 9
} infinicclResult_t;

typedef enum {
    infinicclChar = 0,
    infinicclInt8 = 0,
    infinicclInt16 = 1,
    infinicclInt = 2,
    infinicclInt32 = 2,
    infinicclInt64 = 3,
    infinicclUInt8 = 4,
    infinicclUInt16 = 5,
    infinicclUInt32 = 6,
    infinicclUInt64 = 7,
    infinicclHalf = 8,
    infinicclFloat16 = 8,
    infinicclBFloat16 = 9,
    infinicclFloat = 10,
    infinicclFloat32 = 10,
    infinicclDouble = 11,
    infinicclFloat64 = 11,
    infinicclNumTypes = 12
} infinicclDataType_t;

/* Integers wrap as in C, but an average is exact and truncates toward zero; half types round once. */
typedef enum {
    infinicclSum = 0,
    infinicclProd = 1,
    infinicclMax = 2,
    infinicclMin = 3,
    infinicclAvg = 4,
    infinicclNumOps = 5
} infinicclRedOp_t;

/* One rank's end of a communicator. A value that names none is reported, not followed. */
typedef void *infinicclComm_t;

#define INFINICCL_UNIQUE_ID_BYTES 128

/* Names a communicator that is about to be made: one rank makes it, all get its bytes by whatever means they have. */
typedef struct {
    char internal[INFINICCL_UNIQUE_ID_BYTES];
} infinicclUniqueId;

/* ---- the process ---- */

/* Starts the library and opens the world of all ranks that the launcher started; they all call it. Both may be NULL. */
infinicclResult_t infinicclInit(int *argc, char ***argv);

/* Ends what was made. All ranks call it. MPI is ended only if the library started it. The library cannot be started again. */
infinicclResult_t infinicclFinalize(void);

/* This process among those that the launcher started: 0 of 1 when no launcher did. */
infinicclResult_t infinicclGetRank(int *rank);
infinicclResult_t infinicclGetSize(int *size);

/* INFINICCL_VERSION_CODE of the library. */
infinicclResult_t infinicclGetVersion(int *version);

/* What a result means; never NULL. */
const char *infinicclGetErrorString(infinicclResult_t result);

/* What the last failure in this thread was about; "" when there was none. Valid until the thread's next failure. comm may be
   NULL. */
const char *infinicclGetLastError(infinicclComm_t comm);

/* ---- communicators ---- */

infinicclResult_t infinicclGetUniqueId(infinicclUniqueId *id);

/* A communicator of the whole world; all its ranks call it. ndev and devlist, which may be NULL, are the process's devices. */
infinicclResult_t infinicclCommInitAll(infinicclComm_t *comm, int ndev, const int *devlist);

/* Joins the communicator that id names; returns when all nranks have. */
infinicclResult_t infinicclCommInitRank(infinicclComm_t *comm, int nranks, infinicclUniqueId id, int rank);

#define INFINICCL_SPLIT_NOCOLOR (-1)

/* A communicator of the ranks that give the same color, ordered by key. All ranks call it. *newcomm is NULL with
   INFINICCL_SPLIT_NOCOLOR. */
infinicclResult_t infinicclCommSplit(infinicclComm_t comm, int color, int key, infinicclComm_t *newcomm);

/* This rank's number in the communicator, and how many there are. */
infinicclResult_t infinicclCommUserRank(infinicclComm_t comm, int *rank);
infinicclResult_t infinicclCommCount(infinicclComm_t comm, int *count);

/* Waits for what was issued, then gives it back. NULL is nothing to destroy. */
infinicclResult_t infinicclCommDestroy(infinicclComm_t comm);

/* Gives it back without waiting; what runs in other threads fails, and peers get infinicclRemoteError. */
infinicclResult_t infinicclCommAbort(infinicclComm_t comm);

/* The first failure of an operation on a stream. Does not wait. */
infinicclResult_t infinicclCommGetAsyncError(infinicclComm_t comm, infinicclResult_t *asyncError);

/* ---- operations; in place as in NCCL ---- */

infinicclResult_t infinicclAllReduce(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                     infinicclRedOp_t op, infinicclComm_t comm, void *stream);

infinicclResult_t infinicclBroadcast(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                     int root, infinicclComm_t comm, void *stream);

/* infinicclBroadcast in place. */
infinicclResult_t infinicclBcast(void *buff, size_t count, infinicclDataType_t datatype, int root, infinicclComm_t comm,
                                 void *stream);

infinicclResult_t infinicclReduce(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                  infinicclRedOp_t op, int root, infinicclComm_t comm, void *stream);

/* count elements of each rank; recvbuff holds count for each. */
infinicclResult_t infinicclAllGather(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                     infinicclComm_t comm, void *stream);

infinicclResult_t infinicclGather(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                  int root, infinicclComm_t comm, void *stream);

/* sendbuff holds count elements for each rank. */
infinicclResult_t infinicclScatter(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                   int root, infinicclComm_t comm, void *stream);

/* sendbuff holds recvcount elements for each rank. */
infinicclResult_t infinicclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount,
                                         infinicclDataType_t datatype, infinicclRedOp_t op, infinicclComm_t comm,
                                         void *stream);

/* Both buffers hold count elements for each rank. */
infinicclResult_t infinicclAllToAll(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                    infinicclComm_t comm, void *stream);

/* May wait for the peer: exchanges in both directions belong in a group. */
infinicclResult_t infinicclSend(const void *sendbuff, size_t count, infinicclDataType_t datatype, int peer,
                                infinicclComm_t comm, void *stream);

infinicclResult_t infinicclRecv(void *recvbuff, size_t count, infinicclDataType_t datatype, int peer, infinicclComm_t comm,
                                void *stream);

/* Returns when every rank has called it. */
infinicclResult_t infinicclBarrier(infinicclComm_t comm, void *stream);

/* From here to infinicclGroupEnd this thread's operations are collected; then all run at the same time. Groups nest. */
infinicclResult_t infinicclGroupStart(void);
infinicclResult_t infinicclGroupEnd(void);

/* ---- memory ---- */

/* Memory that communicates fastest: zeroed, aligned to 4096. Any other memory works too. */
infinicclResult_t infinicclMemAlloc(void **ptr, size_t size);

/* Gives back what infinicclMemAlloc gave. NULL is nothing to free. */
infinicclResult_t infinicclMemFree(void *ptr);

#ifdef __cplusplus
}
#endif

#endif /* INFINICCL_INFINICCL_H_ */
