/*
 * Inside libinfiniccl.so. Its parts, from below:
 *   signals.c      who handles which signal, the JVM or the host program
 *   mpi.c          the MPI that the host program uses too
 *   java.c         which Java, and with which options
 *   process.c      the life of the library in this process: starts the JVM once, ends it once
 *   threads.c      what each thread of the host program needs
 *   operations.c   the operations of infiniccl.h
 *   calls.c        its other functions
 */
#ifndef ICCL_CAPI_H_
#define ICCL_CAPI_H_

/* The only functions that others see. */
#pragma GCC visibility push(default)
#include <infiniccl/infiniccl.h>
#pragma GCC visibility pop

#include <jni.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

/* Bridge.PROTOCOL. */
#define ICCL_PROTOCOL 2
/* Bridge.DONE: an operation that has been done says so by no number that anything else gives, an exception least of all. */
#define ICCL_DONE 0x1CC1

/* The order of iccl.api.Operation. */
enum operation {
    ALL_REDUCE,
    REDUCE,
    BROADCAST,
    ALL_GATHER,
    GATHER,
    SCATTER,
    REDUCE_SCATTER,
    ALL_TO_ALL,
    SEND,
    RECV,
    BARRIER
};

/* A text that is cut where it does not fit. */
struct text {
    char at[1024];
};

__attribute__((format(printf, 2, 3))) void iccl_write(struct text *text, const char *format, ...);
__attribute__((format(printf, 2, 3))) void iccl_append(struct text *text, const char *format, ...);

/* ---- java.c ---- */

#define ICCL_MAX_OPTIONS 96

/* How to start a JVM. */
struct java {
    struct text library; /* of libjvm.so */
    int major;           /* 0 when its version is not known */
    int count;
    JavaVMOption options[ICCL_MAX_OPTIONS];
};

/* Finds the installation and a Java, and puts the options together. On failure why says what is missing and what to do. */
infinicclResult_t iccl_find_java(struct java *java, struct text *why);
bool iccl_add_option(struct java *java, const char *format, const char *value);
void iccl_free_options(struct java *java);

/* ---- mpi.c ---- */

/* Whether MPI's launcher started this process, and MPI has not been ended in it. */
bool iccl_is_mpi(void);
/* Before the JVM is started. is_adopted: the host program has started Open MPI. */
infinicclResult_t iccl_prepare_mpi(bool *is_adopted, struct text *why);

/* ---- signals.c ---- */

/* Around the creation of the JVM, on the thread that creates it: its threads must not hear the host's signals. */
void iccl_signals_before_jvm(void);
/* libjvm: what dlopen gave. */
void iccl_signals_after_jvm(void *libjvm);
/* Puts our handler of faults back on top of one that came later; that one still gets what is not the JVM's. */
void iccl_signals_check(void);

/* ---- process.c ---- */

enum state {
    /* Nothing has been called. */
    STATE_NEW,
    /* A thread starts the JVM and the container. */
    STATE_STARTING,
    STATE_RUNNING,
    /* infinicclFinalize has been called, or the process is exiting. */
    STATE_ENDED,
    /* It did not start; the reason is kept. */
    STATE_FAILED,
    /* The JVM has been made to exit under us. */
    STATE_GONE,
    /* This is a child by fork: there is no JVM in it. */
    STATE_FORKED
};

/* The methods of Bridge.java. */
struct bridge {
    jclass type;
    jmethodID start, finish, last_failure, init, rank, size, unique_id, init_all, init_rank, split, user_rank, count;
    jmethodID destroy, abort, async_error, run, group_start, group_end, mem_alloc, mem_free;
};

extern _Atomic enum state iccl_state;
extern JavaVM *iccl_vm;
extern struct bridge iccl_bridge;

/* What to do when the state is not STATE_RUNNING: starts, waits for who starts, or says why not. */
infinicclResult_t iccl_become_running(struct text *why);
/* Ends the container; called with no other call under way. */
infinicclResult_t iccl_end(struct text *why);

/* ---- threads.c ---- */

struct thread {
    JNIEnv *env;
    /* Whether it is in a call into Java, from which nobody comes back once the JVM is gone. */
    _Atomic bool inside;
    bool known;
    bool attached;
    struct text text;
    struct thread *next;
};

/* The calling thread's, once it has asked for it; a pointer, which may lie where it is found without a call. */
extern _Thread_local struct thread *iccl_self __attribute__((tls_model("initial-exec"), visibility("hidden")));
struct thread *iccl_first_call(void);

static inline struct thread *iccl_thread(void) {
    struct thread *self = iccl_self;
    return __builtin_expect(self != NULL, 1) ? self : iccl_first_call();
}

infinicclResult_t iccl_become_ready(struct thread *thread);

/* Makes the library and this thread ready; on success thread->inside is set until iccl_leave. */
static inline infinicclResult_t iccl_enter(struct thread *thread) {
    if (__builtin_expect(atomic_load_explicit(&iccl_state, memory_order_acquire) != STATE_RUNNING ||
                             thread->env == NULL, 0)) {
        infinicclResult_t result = iccl_become_ready(thread);
        if (result != infinicclSuccess) {
            return result;
        }
    }
    atomic_store_explicit(&thread->inside, true, memory_order_release);
    return infinicclSuccess;
}

/* Ends a call: the result, with the words for a failure kept in the thread. */
infinicclResult_t iccl_leave(struct thread *thread, int result);
/* The same for an operation, whose result is ICCL_DONE or a failure. */
static inline infinicclResult_t iccl_leave_operation(struct thread *thread, int result) {
    if (__builtin_expect(result == ICCL_DONE, 1)) {
        atomic_store_explicit(&thread->inside, false, memory_order_release);
        return infinicclSuccess;
    }
    return iccl_leave(thread, result);
}
/* The same for one that must not fail by its result: only by an exception. */
infinicclResult_t iccl_refuse(infinicclResult_t result, const char *words);
bool iccl_anybody_inside(void);
void iccl_forget_threads(void);

#endif
