/* The fastest all-reduce that this machine's memory allows, as a limit: threads of one process, each on a core of its own,
 * that read each other's buffers directly. Each combines an equal part of all and writes it into every result; they meet
 * before and after by atomic flags. icclrun bench --against memory compiles (-O3 -march=native) and starts it.
 *
 * usage: memory_limit RANKS     a buffer for each of RANKS, a thread for each while there are cores */
#define _GNU_SOURCE
#include "dialogue.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MOST_THREADS = 64, BLOCK = 1024, PAGE = 4096 };

static struct request asked;
static long ranks, threads, iterations;
static float **sends, **recvs;
static long capacity;

/* A thread's flag has a cache line of its own; the padding counts the meetings. */
static struct {
    _Alignas(128) atomic_long came;
} flags[MOST_THREADS];

static inline void relax(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void meet(long me, long *meetings) {
    long mine = ++*meetings;
    atomic_store_explicit(&flags[me].came, mine, memory_order_release);
    for (long other = 0; other < threads; other++) {
        while (atomic_load_explicit(&flags[other].came, memory_order_acquire) < mine) {
            relax();
        }
    }
}

static void add_two(const float *restrict a, const float *restrict b, float *restrict x, float *restrict y, long count) {
    for (long i = 0; i < count; i++) {
        float sum = a[i] + b[i];
        x[i] = sum;
        y[i] = sum;
    }
}

static void add_two_in_place(float *restrict a, float *restrict b, long count) {
    for (long i = 0; i < count; i++) {
        float sum = a[i] + b[i];
        a[i] = sum;
        b[i] = sum;
    }
}

/* Any number of ranks: a block at a time, which stays in the cache meanwhile. */
static void add_all(long begin, long end) {
    float sum[BLOCK];
    for (long at = begin; at < end; at += BLOCK) {
        long count = end - at < BLOCK ? end - at : BLOCK;
        memcpy(sum, sends[0] + at, (size_t)count * sizeof *sum);
        for (long rank = 1; rank < ranks; rank++) {
            const float *restrict next = sends[rank] + at;
            for (long i = 0; i < count; i++) {
                sum[i] += next[i];
            }
        }
        for (long rank = 0; rank < ranks; rank++) {
            memcpy(recvs[rank] + at, sum, (size_t)count * sizeof *sum);
        }
    }
}

static void operate(long me, long *meetings) {
    long line = 16, lines = (asked.count + line - 1) / line;
    long begin = lines * me / threads * line, end = lines * (me + 1) / threads * line;
    end = end < asked.count ? end : asked.count;
    meet(me, meetings);
    if (ranks == 2 && sends[0] == recvs[0]) {
        add_two_in_place(sends[0] + begin, sends[1] + begin, end - begin);
    } else if (ranks == 2) {
        add_two(sends[0] + begin, sends[1] + begin, recvs[0] + begin, recvs[1] + begin, end - begin);
    } else {
        add_all(begin, end);
    }
    meet(me, meetings);
}

/* What a thread is to do, and how long it took. */
struct job {
    long me, times, unmeasured;
    double seconds;
};

static void *work(void *given) {
    struct job *job = given;
    cpu_set_t allowed, mine;
    CPU_ZERO(&mine);
    sched_getaffinity(0, sizeof allowed, &allowed);
    for (int core = 0, seen = 0; core < CPU_SETSIZE; core++) {
        if (CPU_ISSET(core, &allowed) && seen++ == job->me) {
            CPU_SET(core, &mine);
        }
    }
    sched_setaffinity(0, sizeof mine, &mine);
    long meetings = 0;
    for (long i = 0; i < job->unmeasured; i++) {
        operate(job->me, &meetings);
    }
    meet(job->me, &meetings);
    double start = now();
    for (long i = 0; i < job->times; i++) {
        operate(job->me, &meetings);
    }
    job->seconds = now() - start;
    return NULL;
}

/* In the thread that took longest. */
static double run(long unmeasured, long times) {
    pthread_t started[MOST_THREADS];
    struct job jobs[MOST_THREADS];
    double longest = 0;
    for (long me = 0; me < threads; me++) {
        atomic_store(&flags[me].came, 0);
    }
    for (long me = 0; me < threads; me++) {
        jobs[me] = (struct job){me, times, unmeasured, 0};
        if (pthread_create(&started[me], NULL, work, &jobs[me]) != 0) {
            fputs("memory_limit: a thread cannot be started\n", stderr);
            exit(1);
        }
    }
    for (long me = 0; me < threads; me++) {
        pthread_join(started[me], NULL);
        longest = jobs[me].seconds > longest ? jobs[me].seconds : longest;
    }
    return longest;
}

static float *room(void) {
    float *memory = aligned_alloc(PAGE, (size_t)capacity * sizeof(float));
    if (memory == NULL) {
        fprintf(stderr, "memory_limit: no memory for a buffer of %ld floats\n", capacity);
        exit(1);
    }
    memset(memory, 0, (size_t)capacity * sizeof(float));
    return memory;
}

static void provide_memory(void) {
    static float *memory[2 * 4096];
    if (asked.count > capacity) {
        capacity = (asked.count + PAGE - 1) / PAGE * PAGE;
        for (long i = 0; i < 2 * ranks; i++) {
            free(memory[i]);
            memory[i] = room();
        }
    }
    sends = memory;
    recvs = asked.in_place ? memory : memory + ranks;
    for (long rank = 0; rank < ranks; rank++) {
        for (long i = 0; i < asked.count; i++) {
            sends[rank][i] = (float)((rank * 7 + i * 3) % 5);
        }
    }
}

static int is_right(void) {
    for (long i = 0; i < asked.count; i++) {
        float sum = 0;
        for (long rank = 0; rank < ranks; rank++) {
            sum += (float)((rank * 7 + i * 3) % 5);
        }
        for (long rank = 0; rank < ranks; rank++) {
            if (recvs[rank][i] != sum) {
                return 0;
            }
        }
    }
    return 1;
}

static void prepare(char *line) {
    if (!parse_request(line, &asked)) {
        strcpy(line, "@none it does not understand the request");
        return;
    }
    if (strcmp(asked.operation, "all_reduce") != 0 || strcmp(asked.type, "float32") != 0
        || strcmp(asked.reduction, "sum") != 0) {
        strcpy(line, "@none the limit is known for all_reduce of float32 sum only");
        return;
    }
    provide_memory();
    run(0, 1);
    if (asked.check && !is_right()) {
        strcpy(line, "@failed the memory's result is wrong");
        return;
    }
    long done = asked.warm_up > 0 ? asked.warm_up : 1;
    double begin = now(), each = run(0, done) / (double)done;
    while (asked.warm_up == 0 && now() - begin < WARM_SECONDS) {
        done = 2 * done < MOST_ITERATIONS ? 2 * done : MOST_ITERATIONS;
        each = run(0, done) / (double)done;
    }
    iterations = asked.iterations > 0 ? asked.iterations : choose_iterations(each);
    sprintf(line, "@ready %.3f", 1e6 * each * (double)(iterations + again(iterations)));
}

int main(int count, char **words) {
    char line[LONGEST_LINE];
    cpu_set_t allowed;
    ranks = count > 1 ? atol(words[1]) : 2;
    if (ranks < 1 || ranks > 4096 || sched_getaffinity(0, sizeof allowed, &allowed) != 0) {
        fputs("usage: memory_limit RANKS (1 to 4096)\n", stderr);
        return 2;
    }
    threads = ranks < CPU_COUNT(&allowed) ? ranks : CPU_COUNT(&allowed);
    threads = threads < MOST_THREADS ? threads : MOST_THREADS;
    while (fgets(line, sizeof line, stdin) != NULL && strcmp(line, "quit\n") != 0) {
        if (strcmp(line, "round\n") == 0) {
            sprintf(line, "@time %.4f", 1e6 * run(again(iterations), iterations) / (double)iterations);
        } else {
            prepare(line);
        }
        answer(line);
    }
    return 0;
}
