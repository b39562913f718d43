#include "calls.h"

static int failure(jlong value) { return value < 0 ? (int)-value : infinicclSuccess; }

/* ---- the process ---- */

infinicclResult_t infinicclInit(int *argc, char ***argv) {
    (void)argc;
    (void)argv;
    ENTER_SLOWLY;
    infinicclResult_t result = iccl_leave(thread, CALL0(Int, init));
    iccl_signals_check();
    return result;
}

infinicclResult_t infinicclFinalize(void) {
    iccl_signals_check();
    return iccl_end(&iccl_thread()->text);
}

static infinicclResult_t get(int *out, jint value, struct thread *thread) {
    infinicclResult_t result = iccl_leave(thread, failure(value));
    if (result == infinicclSuccess) {
        *out = value;
    }
    return result;
}

infinicclResult_t infinicclGetRank(int *rank) {
    if (rank == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "GetRank: rank is NULL");
    }
    ENTER;
    return get(rank, CALL0(Int, rank), thread);
}

infinicclResult_t infinicclGetSize(int *size) {
    if (size == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "GetSize: size is NULL");
    }
    ENTER;
    return get(size, CALL0(Int, size), thread);
}

infinicclResult_t infinicclGetVersion(int *version) {
    if (version == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "GetVersion: version is NULL");
    }
    *version = INFINICCL_VERSION_CODE;
    return infinicclSuccess;
}

const char *infinicclGetErrorString(infinicclResult_t result) {
    switch (result) {
        case infinicclSuccess:
            return "success";
        case infinicclUnhandledError:
            return "a call into a device runtime or an MPI library failed";
        case infinicclSystemError:
            return "the system refused something, or there is no usable JVM";
        case infinicclInternalError:
            return "internal error";
        case infinicclInvalidArgument:
            return "invalid argument";
        case infinicclInvalidUsage:
            return "the call may not be made here or now";
        case infinicclRemoteError:
            return "another rank failed, went away or did not come in time";
        case infinicclInProgress:
            return "in progress";
        case infinicclNotSupported:
            return "nothing that is installed here supports this";
        case infinicclNumResults:
            break;
    }
    return "unknown result code";
}

const char *infinicclGetLastError(infinicclComm_t comm) {
    (void)comm;
    return iccl_thread()->text.at;
}

/* ---- communicators ---- */

infinicclResult_t infinicclGetUniqueId(infinicclUniqueId *id) {
    if (id == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "GetUniqueId: id is NULL");
    }
    ENTER_SLOWLY;
    jbyteArray bytes = CALL0(Object, unique_id);
    if (!(*env)->ExceptionCheck(env) && bytes == NULL) {
        return iccl_leave(thread, infinicclInternalError);
    }
    if (bytes != NULL) {
        (*env)->GetByteArrayRegion(env, bytes, 0, INFINICCL_UNIQUE_ID_BYTES, (jbyte *)id->internal);
        (*env)->DeleteLocalRef(env, bytes);
    }
    return iccl_leave(thread, infinicclSuccess);
}

/* Ends a call that makes a communicator. */
static infinicclResult_t made(infinicclComm_t *comm, jlong value, struct thread *thread) {
    infinicclResult_t result = iccl_leave(thread, failure(value));
    if (result == infinicclSuccess) {
        *comm = (infinicclComm_t)(intptr_t)value;
    }
    iccl_signals_check();
    return result;
}

infinicclResult_t infinicclCommInitAll(infinicclComm_t *comm, int ndev, const int *devlist) {
    (void)devlist;
    if (comm == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "CommInitAll: comm is NULL");
    }
    ENTER_SLOWLY;
    return made(comm, CALL(Long, init_all, (jint)ndev), thread);
}

infinicclResult_t infinicclCommInitRank(infinicclComm_t *comm, int nranks, infinicclUniqueId id, int rank) {
    if (comm == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "CommInitRank: comm is NULL");
    }
    ENTER_SLOWLY;
    jbyteArray bytes = (*env)->NewByteArray(env, INFINICCL_UNIQUE_ID_BYTES);
    if (bytes == NULL) {
        return iccl_leave(thread, infinicclSystemError);
    }
    (*env)->SetByteArrayRegion(env, bytes, 0, INFINICCL_UNIQUE_ID_BYTES, (const jbyte *)id.internal);
    jlong value = CALL(Long, init_rank, (jint)nranks, bytes, (jint)rank);
    (*env)->DeleteLocalRef(env, bytes);
    return made(comm, value, thread);
}

infinicclResult_t infinicclCommSplit(infinicclComm_t comm, int color, int key, infinicclComm_t *newcomm) {
    if (newcomm == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "CommSplit: newcomm is NULL");
    }
    ENTER_SLOWLY;
    return made(newcomm, CALL(Long, split, number(comm), (jint)color, (jint)key), thread);
}

infinicclResult_t infinicclCommUserRank(infinicclComm_t comm, int *rank) {
    if (rank == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "CommUserRank: rank is NULL");
    }
    ENTER;
    return get(rank, CALL(Int, user_rank, number(comm)), thread);
}

infinicclResult_t infinicclCommCount(infinicclComm_t comm, int *count) {
    if (count == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "CommCount: count is NULL");
    }
    ENTER;
    return get(count, CALL(Int, count, number(comm)), thread);
}

infinicclResult_t infinicclCommDestroy(infinicclComm_t comm) {
    if (comm == NULL) {
        return infinicclSuccess;
    }
    ENTER_SLOWLY;
    return iccl_leave(thread, CALL(Int, destroy, number(comm)));
}

infinicclResult_t infinicclCommAbort(infinicclComm_t comm) {
    if (comm == NULL) {
        return infinicclSuccess;
    }
    ENTER_SLOWLY;
    return iccl_leave(thread, CALL(Int, abort, number(comm)));
}

infinicclResult_t infinicclCommGetAsyncError(infinicclComm_t comm, infinicclResult_t *asyncError) {
    if (asyncError == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "CommGetAsyncError: asyncError is NULL");
    }
    ENTER;
    int value = 0;
    infinicclResult_t result = get(&value, CALL(Int, async_error, number(comm)), thread);
    if (result == infinicclSuccess) {
        *asyncError = (infinicclResult_t)value;
    }
    return result;
}

/* ---- memory ---- */

infinicclResult_t infinicclMemAlloc(void **ptr, size_t size) {
    if (ptr == NULL) {
        return iccl_refuse(infinicclInvalidArgument, "MemAlloc: ptr is NULL");
    }
    ENTER_SLOWLY;
    jlong address = CALL(Long, mem_alloc, (jlong)size);
    infinicclResult_t result = iccl_leave(thread, failure(address));
    if (result == infinicclSuccess) {
        *ptr = (void *)(intptr_t)address;
    }
    return result;
}

infinicclResult_t infinicclMemFree(void *ptr) {
    if (ptr == NULL) {
        return infinicclSuccess;
    }
    ENTER;
    return iccl_leave(thread, CALL(Int, mem_free, number(ptr)));
}
