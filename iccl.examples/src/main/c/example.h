/* What the examples share: opening the world, checking results, the last line. */
#ifndef ICCL_EXAMPLE_H_
#define ICCL_EXAMPLE_H_

#include <infiniccl/infiniccl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A call that must succeed. */
#define CHECK(call)                                                                            \
    do {                                                                                       \
        infinicclResult_t result_ = (call);                                                    \
        if (result_ != infinicclSuccess) {                                                     \
            fprintf(stderr, "rank %d: %s: %s: %s\n", rank, #call, infinicclGetErrorString(result_), \
                    infinicclGetLastError(NULL));                                              \
            exit(1);                                                                           \
        }                                                                                      \
    } while (0)

static int rank = -1, size, wrong;
static infinicclComm_t comm;

/* How many elements the command line asks for by --count N. */
static inline size_t count_of(int argc, char **argv) {
    size_t count = 1000;
    for (int i = 1; i < argc; i += 2) {
        if ((strcmp(argv[i], "-c") != 0 && strcmp(argv[i], "--count") != 0) || i + 1 == argc) {
            fprintf(stderr, "%s: Unknown option: '%s'; there is -c, --count N\n", argv[0], argv[i]);
            exit(2);
        }
        count = strtoul(argv[i + 1], NULL, 10);
    }
    return count;
}

/* Opens the world; how many elements there shall be. */
static inline size_t open_world(int *argc, char ***argv) {
    size_t count = count_of(*argc, *argv);
    CHECK(infinicclInit(argc, argv));
    CHECK(infinicclGetRank(&rank));
    CHECK(infinicclGetSize(&size));
    CHECK(infinicclCommInitAll(&comm, size, NULL));
    return count;
}

static inline float *make(size_t count) {
    float *numbers = calloc(count + 1, sizeof *numbers);
    if (numbers == NULL) {
        fprintf(stderr, "rank %d: no memory for %zu numbers\n", rank, count);
        exit(1);
    }
    return numbers;
}

/* An element's value, known to all ranks. */
static inline float value(int of_rank, size_t index) { return (float)(of_rank + 1 + (int)(index % 100)); }

static inline void expect(float found, float expected, size_t index) {
    if (found != expected && wrong++ == 0) {
        fprintf(stderr, "rank %d: element %zu is %g instead of %g\n", rank, index, (double)found, (double)expected);
    }
}

/* All ranks end alike: with 0 when every element was right on every one. */
static inline int close_world(const char *name, size_t count) {
    int all = 0;
    CHECK(infinicclAllReduce(&wrong, &all, 1, infinicclInt, infinicclSum, comm, NULL));
    CHECK(infinicclCommDestroy(comm));
    CHECK(infinicclFinalize());
    if (rank == 0) {
        printf("c/%s count=%zu type=float32 ranks=%d %s\n", name, count, size,
               all == 0 ? "PASSED" : "FAILED: elements are wrong");
    }
    return all == 0 ? 0 : 1;
}

#endif
