/*
 * A program that calls MPI itself, too, on the same data.
 *   hybrid START END    who starts MPI and who ends first: m for the program's own MPI calls, i for ICCL
 */
#include <infiniccl/infiniccl.h>
#include <mpi.h>
#include <stdio.h>

#define ROUNDS 500

static int fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, infinicclGetLastError(NULL));
    return 1;
}

int main(int argc, char **argv) {
    int flag = 0, rank = -1, size = -1, mpi_rank = -1, mpi_size = -1;
    infinicclComm_t comm = NULL;
    (void)argc;
    if (argv[1][0] == 'm') {
        MPI_Init(NULL, NULL);
    }
    if (infinicclInit(NULL, NULL) != infinicclSuccess) {
        return fail("Init");
    }
    MPI_Initialized(&flag);
    if (!flag) {
        return fail("MPI is not started");
    }
    infinicclGetRank(&rank);
    infinicclGetSize(&size);
    MPI_Comm_rank(MPI_COMM_WORLD, &mpi_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &mpi_size);
    if (rank != mpi_rank || size != mpi_size) {
        return fail("the ranks are not the same");
    }
    if (infinicclCommInitAll(&comm, size, NULL) != infinicclSuccess) {
        return fail("CommInitAll");
    }
    for (int i = 0; i < ROUNDS; i++) {
        int own = rank * 7 + i, ours = -1, theirs = -2, before = -1;
        int next = (rank + 1) % size, last = (rank + size - 1) % size;
        if (infinicclAllReduce(&own, &ours, 1, infinicclInt, infinicclSum, comm, NULL) != infinicclSuccess) {
            return fail("AllReduce");
        }
        MPI_Allreduce(&own, &theirs, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_Sendrecv(&own, 1, MPI_INT, next, i, &before, 1, MPI_INT, last, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (ours != theirs || before != last * 7 + i) {
            return fail("they differ");
        }
    }
    if (argv[2][0] == 'm') {
        MPI_Finalize();
    }
    if (infinicclFinalize() != infinicclSuccess) {
        return fail("Finalize");
    }
    MPI_Finalized(&flag);
    if (!flag) {
        /* It is still ours. */
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Finalize();
    }
    printf("hybrid rank=%d MPI ended %s PASSED\n", rank, flag ? "before" : "after ICCL");
    return 0;
}
