/* What the programs that icclrun bench compares with have in common: how they are told what to measure, and how long.
 *
 * Lines on standard input, each answered with one line on standard output:
 *   prepare OPERATION TYPE REDUCTION ROOT COUNT INPLACE ITERATIONS WARMUP CHECK
 *       @ready MICROSECONDS   how long a round will take; the result was right
 *       @none REASON          it has no such operation
 *       @failed REASON        it does, and the result was wrong
 *   round
 *       @time MICROSECONDS    of one operation, in the rank that took longest
 *   quit
 *       no answer
 * ITERATIONS and WARMUP are 0 when the program is to choose: the rule is the same as for the one it is compared with
 * (iccl.examples, Loop.java), which also waits for its compiler. */
#ifndef ICCL_BENCH_DIALOGUE_H
#define ICCL_BENCH_DIALOGUE_H

#include <stdio.h>
#include <string.h>
#include <time.h>

#define ROUND_SECONDS 0.02
#define WARM_SECONDS 0.1
#define LEAST_ITERATIONS 5
#define MOST_ITERATIONS 20000
#define LONGEST_LINE 256

struct request {
    char operation[32], type[16], reduction[16];
    long root, count, in_place, iterations, warm_up, check;
};

static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Reads what to prepare; 0 when the line is not of that form. */
static inline int parse_request(const char *line, struct request *to) {
    return sscanf(line, "prepare %31s %15s %15s %ld %ld %ld %ld %ld %ld", to->operation, to->type, to->reduction,
                  &to->root, &to->count, &to->in_place, &to->iterations, &to->warm_up, &to->check) == 9;
}

static inline long choose_iterations(double seconds_each) {
    double fitting = ROUND_SECONDS / (seconds_each > 0 ? seconds_each : 1e-9);
    return fitting < LEAST_ITERATIONS ? LEAST_ITERATIONS : fitting > MOST_ITERATIONS ? MOST_ITERATIONS : (long)fitting;
}

/* How many operations a round begins with that are not timed: others used the caches meanwhile. */
static inline long again(long iterations) { return iterations / 10 > 1 ? iterations / 10 : 1; }

static inline void answer(const char *line) {
    puts(line);
    fflush(stdout);
}

#endif
