#include <infiniccl/infiniccl.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, size, sum;
    infinicclComm_t comm;
    if (infinicclInit(&argc, &argv) != infinicclSuccess) {
        return 1;
    }
    infinicclGetRank(&rank);
    infinicclGetSize(&size);
    sum = rank + 1;
    if (infinicclCommInitAll(&comm, size, NULL) != infinicclSuccess ||
        infinicclAllReduce(&sum, &sum, 1, infinicclInt, infinicclSum, comm, NULL) != infinicclSuccess) {
        fprintf(stderr, "%s\n", infinicclGetLastError(NULL));
        return 1;
    }
    printf("rank %d of %d: %d\n", rank, size, sum);
    infinicclFinalize();
    return 0;
}
