#include "calls.h"

/* One rank's part in an operation; root is the root or the peer. */
struct part {
    const void *send;
    void *recv;
    size_t count;
    infinicclDataType_t type;
    infinicclRedOp_t op;
    int root;
};

static inline infinicclResult_t run(enum operation operation, const struct part *part, infinicclComm_t comm,
                                    void *stream) {
    ENTER;
    /* An array is quicker than arguments that are counted out again one by one. */
    jvalue arguments[] = {{.i = (jint)operation},  {.j = number(part->send)}, {.j = number(part->recv)},
                          {.j = (jlong)part->count}, {.i = (jint)part->type},   {.i = (jint)part->op},
                          {.i = part->root},       {.j = number(comm)},       {.j = number(stream)}};
    return iccl_leave_operation(thread,
                                (*env)->CallStaticIntMethodA(env, iccl_bridge.type, iccl_bridge.run, arguments));
}

infinicclResult_t infinicclAllReduce(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                     infinicclRedOp_t op, infinicclComm_t comm, void *stream) {
    return run(ALL_REDUCE, &(struct part){sendbuff, recvbuff, count, datatype, op, 0}, comm, stream);
}

infinicclResult_t infinicclBroadcast(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                     int root, infinicclComm_t comm, void *stream) {
    return run(BROADCAST, &(struct part){sendbuff, recvbuff, count, datatype, infinicclSum, root}, comm, stream);
}

infinicclResult_t infinicclBcast(void *buff, size_t count, infinicclDataType_t datatype, int root, infinicclComm_t comm,
                                 void *stream) {
    return run(BROADCAST, &(struct part){buff, buff, count, datatype, infinicclSum, root}, comm, stream);
}

infinicclResult_t infinicclReduce(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                  infinicclRedOp_t op, int root, infinicclComm_t comm, void *stream) {
    return run(REDUCE, &(struct part){sendbuff, recvbuff, count, datatype, op, root}, comm, stream);
}

infinicclResult_t infinicclAllGather(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                     infinicclComm_t comm, void *stream) {
    return run(ALL_GATHER, &(struct part){sendbuff, recvbuff, count, datatype, infinicclSum, 0}, comm, stream);
}

infinicclResult_t infinicclGather(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                  int root, infinicclComm_t comm, void *stream) {
    return run(GATHER, &(struct part){sendbuff, recvbuff, count, datatype, infinicclSum, root}, comm, stream);
}

infinicclResult_t infinicclScatter(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                   int root, infinicclComm_t comm, void *stream) {
    return run(SCATTER, &(struct part){sendbuff, recvbuff, count, datatype, infinicclSum, root}, comm, stream);
}

infinicclResult_t infinicclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount,
                                         infinicclDataType_t datatype, infinicclRedOp_t op, infinicclComm_t comm,
                                         void *stream) {
    return run(REDUCE_SCATTER, &(struct part){sendbuff, recvbuff, recvcount, datatype, op, 0}, comm, stream);
}

infinicclResult_t infinicclAllToAll(const void *sendbuff, void *recvbuff, size_t count, infinicclDataType_t datatype,
                                    infinicclComm_t comm, void *stream) {
    return run(ALL_TO_ALL, &(struct part){sendbuff, recvbuff, count, datatype, infinicclSum, 0}, comm, stream);
}

infinicclResult_t infinicclSend(const void *sendbuff, size_t count, infinicclDataType_t datatype, int peer,
                                infinicclComm_t comm, void *stream) {
    return run(SEND, &(struct part){sendbuff, NULL, count, datatype, infinicclSum, peer}, comm, stream);
}

infinicclResult_t infinicclRecv(void *recvbuff, size_t count, infinicclDataType_t datatype, int peer, infinicclComm_t comm,
                                void *stream) {
    return run(RECV, &(struct part){NULL, recvbuff, count, datatype, infinicclSum, peer}, comm, stream);
}

infinicclResult_t infinicclBarrier(infinicclComm_t comm, void *stream) {
    return run(BARRIER, &(struct part){NULL, NULL, 0, infinicclUInt8, infinicclSum, 0}, comm, stream);
}

infinicclResult_t infinicclGroupStart(void) {
    ENTER;
    return iccl_leave(thread, CALL0(Int, group_start));
}

infinicclResult_t infinicclGroupEnd(void) {
    ENTER;
    return iccl_leave(thread, CALL0(Int, group_end));
}
