/* The collectives of MPI in C, measured as `bench` measures ours. icclrun bench --against mpi compiles and starts it. */
#define _GNU_SOURCE
#include "dialogue.h"
#include <limits.h>
#include <mpi.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(WANT_OMPI) && !defined(OPEN_MPI)
#error "this compiler is not Open MPI's"
#endif
#if defined(WANT_MPICH) && !defined(MPICH_VERSION)
#error "this compiler is not MPICH's"
#endif

static int rank, size;
static struct request asked;
static MPI_Datatype type;
static MPI_Op reduction;
static long type_bytes, iterations;
static char *send_memory, *recv_memory;
static long memory_bytes;

/* One call. */
static void operate(void) {
    int count = (int)asked.count, root = (int)asked.root;
    int here = asked.in_place != 0, in_root = here && rank == root;
    const void *send = here ? MPI_IN_PLACE : send_memory;
    const char *name = asked.operation;
    switch (name[0]) {
    case 'a':
        if (strcmp(name, "all_reduce") == 0) {
            MPI_Allreduce(send, recv_memory, count, type, reduction, MPI_COMM_WORLD);
        } else if (strcmp(name, "all_gather") == 0) {
            MPI_Allgather(send, count, type, recv_memory, count, type, MPI_COMM_WORLD);
        } else {
            MPI_Alltoall(send, count, type, recv_memory, count, type, MPI_COMM_WORLD);
        }
        break;
    case 'r':
        if (strcmp(name, "reduce_scatter") == 0) {
            MPI_Reduce_scatter_block(send, recv_memory, count, type, reduction, MPI_COMM_WORLD);
        } else {
            /* In place, every rank's operand lies in the same buffer as the root's result. */
            MPI_Reduce(in_root ? MPI_IN_PLACE : here ? recv_memory : send_memory, recv_memory, count, type, reduction,
                       root, MPI_COMM_WORLD);
        }
        break;
    case 'b':
        if (strcmp(name, "barrier") == 0) {
            MPI_Barrier(MPI_COMM_WORLD);
        } else {
            /* Not in place, the root gets a copy, too. */
            int copies = rank == root && !here;
            MPI_Bcast(copies ? send_memory : recv_memory, count, type, root, MPI_COMM_WORLD);
            if (copies) {
                memcpy(recv_memory, send_memory, (size_t)(asked.count * type_bytes));
            }
        }
        break;
    case 'g':
        MPI_Gather(in_root ? MPI_IN_PLACE : send_memory, count, type, recv_memory, count, type, root, MPI_COMM_WORLD);
        break;
    default:
        if (strcmp(name, "scatter") == 0) {
            MPI_Scatter(send_memory, count, type, in_root ? MPI_IN_PLACE : recv_memory, count, type, root,
                        MPI_COMM_WORLD);
        } else {
            MPI_Sendrecv(send_memory, count, type, (rank + 1) % size, 0, recv_memory, count, type,
                         (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
}

static void repeat(long times) {
    for (long i = 0; i < times; i++) {
        operate();
    }
}

/* What a rank gives at an index; the same number in every type. */
static int given(int of, long index) {
    int varied = (int)((of * 7 + index * 3) % 5);
    return strcmp(asked.reduction, "prod") == 0 ? 1 + varied % 2 : varied;
}

static double combined(long index) {
    double result = given(0, index);
    for (int other = 1; other < size; other++) {
        double next = given(other, index);
        switch (asked.reduction[0]) {
        case 's':
            result += next;
            break;
        case 'p':
            result *= next;
            break;
        default:
            result = asked.reduction[1] == 'a' ? (result > next ? result : next) : (result < next ? result : next);
        }
    }
    return result;
}

/* Writes the elements, or counts those that are not as a function has them. Small whole numbers: exact in every type, but
 * for the sum or product of many ranks in 8 bits, which wraps here as there. */
#define EACH(CTYPE, VALUE)                                                                                             \
    for (long i = 0; i < count; i++) {                                                                                 \
        CTYPE value = (CTYPE)(VALUE);                                                                                  \
        wrong += ((CTYPE *)memory)[i] != value;                                                                        \
        if (writes) ((CTYPE *)memory)[i] = value;                                                                      \
    }

static long visit(char *memory, long count, int of, long first, int writes) {
    long wrong = 0;
    const char *name = asked.type;
    int is_signed = name[0] == 'i', is_floating = name[0] == 'f';
#define VALUE(INTEGER) (of < 0 ? (INTEGER)combined(first + i) : (INTEGER)given(of, first + i))
    if (is_floating && type_bytes == 4) {
        EACH(float, VALUE(double))
    } else if (is_floating) {
        EACH(double, VALUE(double))
    } else if (type_bytes == 1 && is_signed) {
        EACH(int8_t, VALUE(int64_t))
    } else if (type_bytes == 1) {
        EACH(uint8_t, VALUE(int64_t))
    } else if (type_bytes == 2) {
        EACH(int16_t, VALUE(int64_t))
    } else if (type_bytes == 4) {
        EACH(int32_t, VALUE(int64_t))
    } else {
        EACH(int64_t, VALUE(int64_t))
    }
    return wrong;
}

static int is(const char *name) { return strcmp(asked.operation, name) == 0; }

static int has_blocks(void) {
    return is("all_gather") || is("gather") || is("scatter") || is("reduce_scatter") || is("all_to_all");
}

/* Fills what this rank gives, wherever the operation takes it from. */
static void fill(void) {
    long count = asked.count;
    char *mine = asked.in_place ? recv_memory : send_memory;
    if (is("all_gather") || is("gather")) {
        /* In place, a rank's block is already where it belongs. */
        int moves = asked.in_place && (is("all_gather") || rank == asked.root);
        visit(moves ? recv_memory + rank * count * type_bytes : send_memory, count, rank, 0, 1);
    } else if (is("scatter")) {
        visit(send_memory, count * size, rank, 0, 1);
    } else if (is("broadcast")) {
        visit(mine, count, rank, 0, 1);
    } else if (!is("barrier")) {
        visit(mine, has_blocks() ? count * size : count, rank, 0, 1);
    }
}

/* How many elements are not what they must be after one operation. */
static long wrong_elements(void) {
    long count = asked.count, wrong = 0, block = count * type_bytes;
    if (is("all_reduce") || (is("reduce") && rank == asked.root)) {
        return visit(recv_memory, count, -1, 0, 0);
    }
    if (is("reduce_scatter")) {
        return visit(recv_memory, count, -1, rank * count, 0);
    }
    if (is("broadcast")) {
        return visit(recv_memory, count, (int)asked.root, 0, 0);
    }
    if (is("scatter")) {
        /* In place the root's block stays where it was. */
        int stays = asked.in_place && rank == asked.root;
        return visit(stays ? send_memory + rank * block : recv_memory, count, (int)asked.root, rank * count, 0);
    }
    if (is("send_recv")) {
        return visit(recv_memory, count, (rank + size - 1) % size, 0, 0);
    }
    for (int other = 0; other < size && (is("all_gather") || is("all_to_all") || (is("gather") && rank == asked.root));
         other++) {
        wrong += visit(recv_memory + other * block, count, other, is("all_to_all") ? rank * count : 0, 0);
    }
    return wrong;
}

/* NULL, or why it cannot be done. */
static const char *understand(void) {
    static const struct {
        const char *name;
        MPI_Datatype type;
    } types[] = {{"int8", MPI_INT8_T},     {"uint8", MPI_UINT8_T},   {"int16", MPI_INT16_T}, {"uint16", MPI_UINT16_T},
                 {"int32", MPI_INT32_T},   {"uint32", MPI_UINT32_T}, {"int64", MPI_INT64_T}, {"uint64", MPI_UINT64_T},
                 {"float32", MPI_FLOAT},   {"float64", MPI_DOUBLE}};
    static const struct {
        const char *name;
        MPI_Op op;
    } ops[] = {{"sum", MPI_SUM}, {"prod", MPI_PROD}, {"max", MPI_MAX}, {"min", MPI_MIN}};
    type = MPI_BYTE;
    reduction = MPI_OP_NULL;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        type = strcmp(types[i].name, asked.type) == 0 ? types[i].type : type;
    }
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        reduction = strcmp(ops[i].name, asked.reduction) == 0 ? ops[i].op : reduction;
    }
    if (type == MPI_BYTE && strcmp(asked.type, "none") != 0) {
        return "MPI has no such type";
    }
    if (reduction == MPI_OP_NULL && strcmp(asked.reduction, "none") != 0) {
        return "MPI has no such reduction";
    }
    if (asked.count > INT_MAX) {
        return "MPI counts in int";
    }
    int bytes;
    MPI_Type_size(type, &bytes);
    type_bytes = bytes;
    return NULL;
}

static void provide_memory(void) {
    long page = 4096, needed = asked.count * type_bytes * (has_blocks() ? size : 1) + page;
    if (needed > memory_bytes) {
        free(send_memory);
        free(recv_memory);
        memory_bytes = (needed + page - 1) / page * page;
        send_memory = aligned_alloc((size_t)page, (size_t)memory_bytes);
        recv_memory = aligned_alloc((size_t)page, (size_t)memory_bytes);
        if (send_memory == NULL || recv_memory == NULL) {
            fprintf(stderr, "mpi_bench: no memory for two buffers of %ld bytes\n", memory_bytes);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    memset(send_memory, 0, (size_t)memory_bytes);
    memset(recv_memory, 0, (size_t)memory_bytes);
}

static double largest(double mine) {
    double all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

/* As all ranks see it; also finds out how often to repeat the operation. */
static double warm_up(void) {
    double each = 0;
    long batch = asked.warm_up > 0 ? asked.warm_up : 1;
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = now(), start = begin, spent = 0;
    do {
        start = now();
        repeat(batch);
        each = largest((now() - start) / (double)batch);
        batch = 2 * batch < MOST_ITERATIONS ? 2 * batch : MOST_ITERATIONS;
        spent = largest(now() - begin);
    } while (asked.warm_up == 0 && spent < WARM_SECONDS);
    return each;
}

static void prepare(char *line) {
    const char *obstacle = parse_request(line, &asked) ? understand() : "it does not understand the request";
    if (obstacle != NULL) {
        sprintf(line, "@none %s", obstacle);
        return;
    }
    provide_memory();
    if (asked.check) {
        fill();
        operate();
        if (largest((double)wrong_elements()) > 0) {
            sprintf(line, "@failed MPI's result of %s is wrong", asked.operation);
            return;
        }
    }
    double each = warm_up();
    iterations = asked.iterations > 0 ? asked.iterations : choose_iterations(each);
    sprintf(line, "@ready %.3f", 1e6 * each * (double)(iterations + again(iterations)));
}

static void measure(char *line) {
    repeat(again(iterations));
    MPI_Barrier(MPI_COMM_WORLD);
    double start = now();
    repeat(iterations);
    sprintf(line, "@time %.4f", 1e6 * largest(now() - start) / (double)iterations);
}

/* Gets rank 0's line to all. Naps meanwhile: whoever is measured now needs the cores that MPI would poll on. */
static int listen(char *line) {
    if (rank == 0 && fgets(line, LONGEST_LINE, stdin) == NULL) {
        strcpy(line, "quit\n");
    }
    MPI_Request request;
    int done = 0;
    MPI_Ibcast(line, LONGEST_LINE, MPI_CHAR, 0, MPI_COMM_WORLD, &request);
    for (MPI_Test(&request, &done, MPI_STATUS_IGNORE); !done; MPI_Test(&request, &done, MPI_STATUS_IGNORE)) {
        usleep(1000);
    }
    return strcmp(line, "quit\n") != 0;
}

/* MPI is fastest when no rank moves to another core. */
static void pin(void) {
    MPI_Comm node;
    int local_rank, local_size;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_rank(node, &local_rank);
    MPI_Comm_size(node, &local_size);
    MPI_Comm_free(&node);
    cpu_set_t allowed, mine;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || local_size > CPU_COUNT(&allowed)) {
        return;
    }
    CPU_ZERO(&mine);
    for (int core = 0, seen = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &allowed) && seen++ == local_rank) {
            CPU_SET(core, &mine);
        }
    }
    sched_setaffinity(0, sizeof mine, &mine);
}

/* Gives the last messages time to be acknowledged: MPICH over UCX hangs in MPI_Finalize when a peer is already there. */
static void settle(void) {
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0, found; i < 100; i++) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
        usleep(1000);
    }
}

int main(int count, char **words) {
    char line[LONGEST_LINE] = "";
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    pin();
    while (listen(line)) {
        if (strcmp(line, "round\n") == 0) {
            measure(line);
        } else {
            prepare(line);
        }
        if (rank == 0) {
            answer(line);
        }
    }
    free(send_memory);
    free(recv_memory);
    settle();
    MPI_Finalize();
    return 0;
}
