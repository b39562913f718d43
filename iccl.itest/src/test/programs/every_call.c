/*
 * Every function of infiniccl.h, with data that depends on rank and index. Prints one line and ends with 0 if all is right.
 * With an argument it takes one type only.
 */
#include <infiniccl/infiniccl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1021
#define LARGE (1 << 18)
#define MAX_RANKS 8

static int rank, size, wrong;
static infinicclComm_t comm;

static void fail(int line, const char *what) {
    fprintf(stderr, "rank %d, line %d: %s: %s\n", rank, line, what, infinicclGetLastError(comm));
    wrong++;
}

#define EXPECT(condition) ((condition) ? (void)0 : fail(__LINE__, #condition))
#define OK(call) EXPECT((call) == infinicclSuccess)

/* ---- numbers ---- */

static const int SIZES[infinicclNumTypes] = {1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8};

/* Of a small whole number, which all types hold exactly. */
static void put(void *at, int type, int value) {
    float single = (float)value;
    double twice = value;
    int64_t whole = value;
    uint32_t bits;
    memcpy(&bits, &single, 4);
    uint16_t upper = (uint16_t)(bits >> 16);
    uint16_t half = value == 0 ? 0 : (uint16_t)((((bits >> 23) - 127 + 15) << 10) | ((bits >> 13) & 0x3ff));
    switch (type) {
        case infinicclFloat16:
            memcpy(at, &half, 2);
            break;
        case infinicclBFloat16:
            memcpy(at, &upper, 2);
            break;
        case infinicclFloat32:
            memcpy(at, &single, 4);
            break;
        case infinicclFloat64:
            memcpy(at, &twice, 8);
            break;
        default:
            memcpy(at, &whole, (size_t)SIZES[type]);
    }
}

static double get(const void *at, int type) {
    float single = 0;
    double twice = 0;
    int64_t whole = 0;
    uint16_t half = 0;
    uint32_t bits;
    switch (type) {
        case infinicclFloat16:
            memcpy(&half, at, 2);
            bits = ((((uint32_t)half >> 10) - 15 + 127) << 23) | (((uint32_t)half & 0x3ff) << 13);
            memcpy(&single, &bits, 4);
            return half == 0 ? 0 : (double)single;
        case infinicclBFloat16:
            memcpy(&half, at, 2);
            bits = (uint32_t)half << 16;
            memcpy(&single, &bits, 4);
            return single;
        case infinicclFloat32:
            memcpy(&single, at, 4);
            return single;
        case infinicclFloat64:
            memcpy(&twice, at, 8);
            return twice;
        default:
            memcpy(&whole, at, (size_t)SIZES[type]);
            return (double)whole;
    }
}

static int value(int of_rank, int index) { return 1 + (of_rank + index) % 3; }

static double combined(int op, int type, int index) {
    double result = value(0, index);
    for (int r = 1; r < size; r++) {
        double next = value(r, index);
        result = op == infinicclProd                    ? result * next
                 : op == infinicclMax                   ? (next > result ? next : result)
                 : op == infinicclMin                   ? (next < result ? next : result)
                                                        : result + next;
    }
    if (op == infinicclAvg) {
        result = type < infinicclFloat16 ? (double)((int)result / size) : result / size;
    }
    return result;
}

static int is_near(double found, double expected) {
    double difference = found > expected ? found - expected : expected - found;
    return difference <= 0.01 * expected;
}

/* ---- operations ---- */

static void *elements(int type, int of_rank, int first, int count) {
    char *all = malloc((size_t)count * 8 + 8);
    for (int i = 0; i < count; i++) {
        put(all + (size_t)i * (size_t)SIZES[type], type, value(of_rank, first + i));
    }
    return all;
}

static int holds(const void *all, int type, int of_rank, int first, int count) {
    for (int i = 0; i < count; i++) {
        if (get((const char *)all + (size_t)i * (size_t)SIZES[type], type) != value(of_rank, first + i)) {
            return 0;
        }
    }
    return 1;
}

static int holds_combined(const void *all, int type, int op, int first, int count) {
    for (int i = 0; i < count; i++) {
        if (!is_near(get((const char *)all + (size_t)i * (size_t)SIZES[type], type), combined(op, type, first + i))) {
            return 0;
        }
    }
    return 1;
}

static void reductions(int type, int op) {
    infinicclDataType_t t = (infinicclDataType_t)type;
    infinicclRedOp_t o = (infinicclRedOp_t)op;
    int root = (type + op) % size;
    void *send = elements(type, rank, 0, COUNT * size);
    void *recv = calloc(COUNT, 8);
    OK(infinicclAllReduce(send, recv, COUNT, t, o, comm, NULL));
    EXPECT(holds_combined(recv, type, op, 0, COUNT));
    memset(recv, 0, COUNT * 8);
    OK(infinicclReduce(send, rank == root ? recv : NULL, COUNT, t, o, root, comm, NULL));
    EXPECT(rank != root || holds_combined(recv, type, op, 0, COUNT));
    OK(infinicclReduceScatter(send, recv, COUNT, t, o, comm, NULL));
    EXPECT(holds_combined(recv, type, op, rank * COUNT, COUNT));
    EXPECT(holds(send, type, rank, 0, COUNT * size));
    OK(infinicclAllReduce(send, send, COUNT, t, o, comm, NULL));
    EXPECT(holds_combined(send, type, op, 0, COUNT));
    free(send);
    free(recv);
}

static void movements(int type) {
    infinicclDataType_t t = (infinicclDataType_t)type;
    size_t part = COUNT * (size_t)SIZES[type];
    int root = type % size;
    char *send = elements(type, rank, 0, COUNT * size);
    char *recv = calloc((size_t)(COUNT * size), 8);
    OK(infinicclBroadcast(rank == root ? send : NULL, recv, COUNT, t, root, comm, NULL));
    EXPECT(holds(recv, type, root, 0, COUNT));
    char *both = elements(type, rank, 0, COUNT);
    OK(infinicclBcast(both, COUNT, t, root, comm, NULL));
    EXPECT(holds(both, type, root, 0, COUNT));
    free(both);
    OK(infinicclAllGather(send, recv, COUNT, t, comm, NULL));
    for (int r = 0; r < size; r++) {
        EXPECT(holds(recv + (size_t)r * part, type, r, 0, COUNT));
    }
    memset(recv, 0, part * (size_t)size);
    OK(infinicclGather(send, rank == root ? recv : NULL, COUNT, t, root, comm, NULL));
    for (int r = 0; rank == root && r < size; r++) {
        EXPECT(holds(recv + (size_t)r * part, type, r, 0, COUNT));
    }
    OK(infinicclScatter(rank == root ? send : NULL, recv, COUNT, t, root, comm, NULL));
    EXPECT(holds(recv, type, root, rank * COUNT, COUNT));
    OK(infinicclAllToAll(send, recv, COUNT, t, comm, NULL));
    for (int r = 0; r < size; r++) {
        EXPECT(holds(recv + (size_t)r * part, type, r, rank * COUNT, COUNT));
    }
    /* Around the ring, all at once, and to oneself. */
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    OK(infinicclGroupStart());
    OK(infinicclGroupStart());
    OK(infinicclSend(send, COUNT, t, next, comm, NULL));
    OK(infinicclGroupEnd());
    OK(infinicclRecv(recv, COUNT, t, before, comm, NULL));
    OK(infinicclGroupEnd());
    EXPECT(holds(recv, type, before, 0, COUNT));
    free(send);
    free(recv);
}

/* ---- communicators ---- */

static void parts(void) {
    infinicclComm_t part = NULL;
    int number = -1, count = -1, sum = 0;
    OK(infinicclCommSplit(comm, rank % 2, -rank, &part));
    OK(infinicclCommUserRank(part, &number));
    OK(infinicclCommCount(part, &count));
    int members = (size + 1 - rank % 2) / 2;
    EXPECT(count == members && number == members - 1 - rank / 2);
    OK(infinicclAllReduce(&rank, &sum, 1, infinicclInt, infinicclSum, part, NULL));
    int expected = 0;
    for (int r = rank % 2; r < size; r += 2) {
        expected += r;
    }
    EXPECT(sum == expected);
    OK(infinicclCommDestroy(part));
    EXPECT(infinicclCommDestroy(part) == infinicclInvalidArgument);
    OK(infinicclCommSplit(comm, rank == 0 ? 7 : INFINICCL_SPLIT_NOCOLOR, 0, &part));
    EXPECT((part == NULL) == (rank != 0));
    OK(infinicclCommDestroy(part));
    OK(infinicclCommDestroy(NULL));
}

static void by_id(void) {
    infinicclUniqueId id;
    infinicclComm_t made = NULL;
    infinicclResult_t async = infinicclInternalError;
    memset(&id, 0, sizeof id);
    if (rank == 0) {
        OK(infinicclGetUniqueId(&id));
    }
    OK(infinicclBroadcast(&id, &id, sizeof id, infinicclChar, 0, comm, NULL));
    OK(infinicclCommInitRank(&made, size, id, size - 1 - rank));
    int number = -1;
    OK(infinicclCommUserRank(made, &number));
    EXPECT(number == size - 1 - rank);
    OK(infinicclBarrier(made, NULL));
    OK(infinicclCommGetAsyncError(made, &async));
    EXPECT(async == infinicclSuccess);
    /* Who leaves a barrier first may abort while another is still in it: so nobody aborts before all have left. */
    OK(infinicclBarrier(comm, NULL));
    OK(infinicclCommAbort(made));
    EXPECT(infinicclBarrier(made, NULL) == infinicclInvalidArgument);
    OK(infinicclBarrier(comm, NULL));
}

static void memory(void) {
    void *block = NULL;
    OK(infinicclMemAlloc(&block, LARGE * sizeof(float)));
    float *numbers = block;
    EXPECT((uintptr_t)block % 4096 == 0 && numbers[LARGE - 1] == 0);
    for (int i = 0; i < LARGE; i++) {
        numbers[i] = (float)(rank + i % 1000);
    }
    OK(infinicclAllReduce(numbers, numbers, LARGE, infinicclFloat, infinicclSum, comm, NULL));
    int bad = 0;
    for (int i = 0; i < LARGE; i++) {
        bad += numbers[i] != (float)(size * (size - 1) / 2 + size * (i % 1000));
    }
    EXPECT(bad == 0);
    OK(infinicclMemFree(block));
    EXPECT(infinicclMemFree(block) == infinicclInvalidArgument);
    OK(infinicclMemFree(NULL));
}

/* ---- other threads ---- */

struct job {
    infinicclComm_t comm;
    int result;
};

static void *work(void *argument) {
    struct job *job = argument;
    int sum = 0;
    for (int i = 0; i < 50 && job->result == 0; i++) {
        int own = rank + i;
        job->result = infinicclAllReduce(&own, &sum, 1, infinicclInt, infinicclSum, job->comm, NULL);
        job->result |= sum != size * i + size * (size - 1) / 2;
    }
    return NULL;
}

static void threads(void) {
    struct job jobs[3];
    pthread_t ids[3];
    for (int i = 0; i < 3; i++) {
        jobs[i].result = 0;
        OK(infinicclCommSplit(comm, 0, rank, &jobs[i].comm));
    }
    for (int i = 0; i < 3; i++) {
        EXPECT(pthread_create(&ids[i], NULL, work, &jobs[i]) == 0);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(ids[i], NULL);
        EXPECT(jobs[i].result == 0);
        OK(infinicclCommDestroy(jobs[i].comm));
    }
}

/* ---- mistakes ---- */

static void mistakes(void) {
    int x = 0;
    EXPECT(infinicclAllReduce(&x, &x, 1, infinicclInt, infinicclSum, NULL, NULL) == infinicclInvalidArgument);
    EXPECT(strstr(infinicclGetLastError(NULL), "comm is NULL") != NULL);
    EXPECT(infinicclAllReduce(&x, &x, 1, infinicclInt, infinicclSum, &x, NULL) == infinicclInvalidArgument);
    EXPECT(infinicclAllReduce(NULL, &x, 1, infinicclInt, infinicclSum, comm, NULL) == infinicclInvalidArgument);
    EXPECT(strstr(infinicclGetLastError(NULL), "send is null") != NULL);
    EXPECT(infinicclAllReduce(&x, &x, 1, (infinicclDataType_t)12, infinicclSum, comm, NULL) == infinicclInvalidArgument);
    EXPECT(infinicclAllReduce(&x, &x, 1, infinicclInt, (infinicclRedOp_t)5, comm, NULL) == infinicclInvalidArgument);
    EXPECT(infinicclAllReduce(&x, &x, (size_t)-1, infinicclInt, infinicclSum, comm, NULL) == infinicclInvalidArgument);
    EXPECT(infinicclAllReduce(&x, &x, 1, infinicclInt, infinicclSum, comm, &x) == infinicclNotSupported);
    EXPECT(infinicclBcast(&x, 1, infinicclInt, size, comm, NULL) == infinicclInvalidArgument);
    EXPECT(infinicclGroupEnd() == infinicclInvalidUsage);
    EXPECT(infinicclGetRank(NULL) == infinicclInvalidArgument);
    EXPECT(infinicclCommInitAll(NULL, 1, NULL) == infinicclInvalidArgument);
    OK(infinicclAllReduce(NULL, NULL, 0, infinicclInt, infinicclSum, comm, NULL));
}

int main(int argc, char **argv) {
    int version = 0, again = -1;
    OK(infinicclGetVersion(&version));
    EXPECT(version == INFINICCL_VERSION_CODE);
    for (int code = 0; code <= infinicclNumResults; code++) {
        EXPECT(strlen(infinicclGetErrorString((infinicclResult_t)code)) > 0);
    }
    OK(infinicclInit(&argc, &argv));
    OK(infinicclGetRank(&rank));
    OK(infinicclGetSize(&size));
    OK(infinicclCommInitAll(&comm, size, NULL));
    OK(infinicclCommUserRank(comm, &again));
    EXPECT(again == rank);
    int first = argc > 1 ? infinicclInt : 0, end = argc > 1 ? infinicclInt + 1 : infinicclNumTypes;
    for (int type = first; wrong == 0 && type < end; type++) {
        movements(type);
        for (int op = 0; wrong == 0 && op < infinicclNumOps; op++) {
            reductions(type, op);
        }
    }
    if (wrong == 0) {
        parts();
        by_id();
        memory();
        threads();
        mistakes();
    }
    OK(infinicclCommDestroy(comm));
    comm = NULL;
    OK(infinicclFinalize());
    EXPECT(infinicclGetRank(&again) == infinicclInvalidUsage);
    EXPECT(infinicclInit(NULL, NULL) == infinicclInvalidUsage);
    printf("every_call rank=%d ranks=%d %s\n", rank, size, wrong == 0 ? "PASSED" : "FAILED");
    return wrong == 0 ? 0 : 1;
}
