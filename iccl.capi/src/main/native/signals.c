#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "capi.h"

/*
 * The JVM needs faults: its compiled code turns some into exceptions, others into safepoints. Everything else belongs to the
 * host program, and so do faults in the host's own code. So:
 *   - -Xrs keeps the JVM from the signals that end programs; what else it takes (SIGPIPE, SIGXFSZ) is given back.
 *   - For faults our handler asks the JVM first. What is not its own goes to whoever handled it before, or ends the process
 *     as the system would have: no crash report of Java's for a bug in C.
 *   - The JVM's threads block all other signals, so that the host's handlers run on the host's threads.
 *   - The signal by which the JVM interrupts its own threads, SIGUSR2 by default, becomes one that few use.
 */

typedef int (*jvm_handler)(int signal, siginfo_t *info, void *context, int abort_if_unrecognized);

static const int FAULTS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
#define FAULT_COUNT (sizeof FAULTS / sizeof FAULTS[0])

static struct sigaction before[NSIG];
/* Of the JVM, and what our handler stands on: the JVM's, or one that the host installed later. */
static struct sigaction jvm_actions[FAULT_COUNT];
static struct sigaction below[FAULT_COUNT];
static jvm_handler ask_jvm;
static uintptr_t jvm_begin, jvm_end;
static sigset_t mask_before;
static bool sr_signal_set;
static pthread_mutex_t check_lock = PTHREAD_MUTEX_INITIALIZER;

void iccl_signals_before_jvm(void) {
    for (int number = 1; number < NSIG; number++) {
        memset(&before[number], 0, sizeof before[number]);
        sigaction(number, NULL, &before[number]);
    }
    sigset_t quiet;
    sigfillset(&quiet);
    for (size_t i = 0; i < FAULT_COUNT; i++) {
        sigdelset(&quiet, FAULTS[i]);
    }
    sigdelset(&quiet, SIGABRT);
    sigdelset(&quiet, SIGTRAP);
    pthread_sigmask(SIG_SETMASK, &quiet, &mask_before);
    if (getenv("_JAVA_SR_SIGNUM") == NULL) {
        char signal_number[16];
        snprintf(signal_number, sizeof signal_number, "%d", SIGRTMAX - 2);
        sr_signal_set = setenv("_JAVA_SR_SIGNUM", signal_number, 1) == 0;
    }
    /* UCX, in an MPI that the JVM starts, would take the faults for itself, and SIGHUP. */
    setenv("UCX_ERROR_SIGNALS", "", 0);
    setenv("UCX_DEBUG_SIGNO", "0", 0);
}

static size_t index_of(int number) {
    size_t i = 0;
    while (i < FAULT_COUNT && FAULTS[i] != number) {
        i++;
    }
    return i;
}

static bool is_plain(const struct sigaction *action) {
    return (action->sa_flags & SA_SIGINFO) == 0 && (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN);
}

static void call(const struct sigaction *action, int number, siginfo_t *info, void *context) {
    if ((action->sa_flags & SA_SIGINFO) != 0) {
        action->sa_sigaction(number, info, context);
    } else {
        action->sa_handler(number);
    }
}

static uintptr_t program_counter(const void *context) {
    const ucontext_t *user = context;
#if defined(__x86_64__)
    return (uintptr_t)user->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)user->uc_mcontext.pc;
#else
    (void)user;
    return 0;
#endif
}

static bool is_jvm_code(uintptr_t at) { return at >= jvm_begin && at < jvm_end; }

/* As if nobody had a handler: the instruction faults again, or the signal that somebody sent comes again. */
static void give_to_system(int number, const siginfo_t *info) {
    struct sigaction none;
    memset(&none, 0, sizeof none);
    none.sa_handler = SIG_DFL;
    sigaction(number, &none, NULL);
    if (info->si_code <= 0) {
        raise(number);
    }
}

/* Whether the system called, whose handlers return to a few instructions that it knows; else another handler did. */
static bool is_system(const void *return_address) {
#if defined(__x86_64__)
    static const unsigned char SIGRETURN[] = {0x48, 0xc7, 0xc0, 0x0f, 0x00, 0x00, 0x00, 0x0f, 0x05};
#elif defined(__aarch64__)
    static const unsigned char SIGRETURN[] = {0x68, 0x11, 0x80, 0xd2, 0x01, 0x00, 0x00, 0xd4};
#else
    static const unsigned char SIGRETURN[] = {0};
    return true;
#endif
    return memcmp(return_address, SIGRETURN, sizeof SIGRETURN) == 0;
}

static void on_fault(int number, siginfo_t *info, void *context) {
    int saved = errno;
    size_t i = index_of(number);
    if (!is_system(__builtin_return_address(0))) {
        /* The host's handler, which we called, calls the one that it found, which is this. Nobody wants it. */
        give_to_system(number, info);
    } else if (ask_jvm(number, info, context, 0) == 0) {
        bool is_jvms = memcmp(&below[i].sa_sigaction, &jvm_actions[i].sa_sigaction, sizeof below[i].sa_sigaction) == 0;
        if (is_jvm_code(program_counter(context))) {
            call(&jvm_actions[i], number, info, context);
        } else if (is_jvms || is_plain(&below[i])) {
            give_to_system(number, info);
        } else {
            /* It need not come back: many jump out. */
            call(&below[i], number, info, context);
        }
    }
    errno = saved;
}

static int find_code(struct dl_phdr_info *object, size_t size, void *address) {
    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t begin = object->dlpi_addr + part->p_vaddr;
        if (part->p_type == PT_LOAD && (part->p_flags & PF_X) != 0 && (uintptr_t)address >= begin &&
            (uintptr_t)address < begin + part->p_memsz) {
            jvm_begin = begin;
            jvm_end = begin + part->p_memsz;
            return 1;
        }
    }
    return 0;
}

static void install(size_t i) {
    struct sigaction ours = jvm_actions[i];
    ours.sa_sigaction = on_fault;
    /* A host that handles its own exhausted stacks has given its threads another for that. */
    ours.sa_flags |= SA_SIGINFO | SA_ONSTACK;
    sigaction(FAULTS[i], &ours, NULL);
}

void iccl_signals_after_jvm(void *libjvm) {
    if (sr_signal_set) {
        unsetenv("_JAVA_SR_SIGNUM");
    }
    for (int number = 1; number < NSIG; number++) {
        bool is_fault = index_of(number) < FAULT_COUNT;
        if (!is_fault && number != SIGRTMAX - 2 && number != SIGKILL && number != SIGSTOP) {
            sigaction(number, &before[number], NULL);
        }
    }
    void *symbol = dlsym(libjvm, "JVM_handle_linux_signal");
    memcpy(&ask_jvm, &symbol, sizeof ask_jvm);
    if (ask_jvm != NULL) {
        dl_iterate_phdr(find_code, symbol);
        for (size_t i = 0; i < FAULT_COUNT; i++) {
            sigaction(FAULTS[i], NULL, &jvm_actions[i]);
            below[i] = jvm_actions[i];
            install(i);
        }
    }
}

void iccl_signals_check(void) {
    if (ask_jvm == NULL) {
        return;
    }
    pthread_mutex_lock(&check_lock);
    for (size_t i = 0; i < FAULT_COUNT; i++) {
        struct sigaction now;
        memset(&now, 0, sizeof now);
        sigaction(FAULTS[i], NULL, &now);
        if ((now.sa_flags & SA_SIGINFO) == 0 || now.sa_sigaction != on_fault) {
            below[i] = now;
            install(i);
        }
    }
    pthread_mutex_unlock(&check_lock);
}
