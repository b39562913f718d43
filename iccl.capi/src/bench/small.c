/* The time of an all-reduce through the C API; Small.java is the same through the Java API. Arguments: BYTES CALLS */
#include <infiniccl/infiniccl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 21

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

int main(int argc, char **argv) {
    int rank = 0, size = 0;
    double times[ROUNDS];
    void *send = NULL, *recv = NULL;
    infinicclComm_t all = NULL;
    size_t count = argc > 2 ? strtoul(argv[1], NULL, 10) / sizeof(float) : 16;
    int calls = argc > 2 ? atoi(argv[2]) : 20000;
    if (infinicclInit(&argc, &argv) || infinicclGetRank(&rank) || infinicclGetSize(&size) ||
        infinicclCommInitAll(&all, size, NULL) || infinicclMemAlloc(&send, count * sizeof(float)) ||
        infinicclMemAlloc(&recv, count * sizeof(float))) {
        fprintf(stderr, "%s\n", infinicclGetLastError(NULL));
        return 1;
    }
    for (int round = -10; round < ROUNDS; round++) {
        infinicclBarrier(all, NULL);
        double begin = now();
        for (int i = 0; i < calls; i++) {
            if (infinicclAllReduce(send, recv, count, infinicclFloat, infinicclSum, all, NULL)) {
                return 1;
            }
        }
        if (round >= 0) {
            times[round] = (now() - begin) / calls;
        }
    }
    qsort(times, ROUNDS, sizeof times[0], compare);
    if (rank == 0) {
        printf("c    %s bytes %.3f us (least %.3f)\n", argv[1], times[ROUNDS / 2], times[0]);
    }
    return infinicclFinalize();
}
