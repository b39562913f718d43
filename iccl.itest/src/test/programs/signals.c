/*
 * What a host program does with signals works with a JVM inside, and the JVM works with it.
 *   signals before|after   handlers set before or after the library starts are called, also for a fault in C
 *   signals crash          a fault that nobody handles ends the process by that signal
 */
#include <infiniccl/infiniccl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static volatile sig_atomic_t calls[65];
static pthread_t main_thread;
static volatile sig_atomic_t elsewhere;
static sigjmp_buf back;

static void on_signal(int number) {
    calls[number]++;
    elsewhere |= !pthread_equal(pthread_self(), main_thread);
}

static void on_fault(int number) {
    calls[number]++;
    siglongjmp(back, 1);
}

static void set(int number, void (*handler)(int)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    sigaction(number, &action, NULL);
}

static const int NUMBERS[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGPIPE};
#define MANY (int)(sizeof NUMBERS / sizeof NUMBERS[0])

static void handle(void) {
    for (int i = 0; i < MANY; i++) {
        set(NUMBERS[i], on_signal);
    }
    set(SIGSEGV, on_fault);
}

static int check(int condition, const char *what) {
    if (!condition) {
        printf("FAILED: %s: %s\n", what, infinicclGetLastError(NULL));
    }
    return condition ? 0 : 1;
}

int main(int argc, char **argv) {
    int size = 0, most = 0, wrong = 0;
    volatile int *nothing = NULL;
    struct sigaction now;
    infinicclComm_t comm = NULL;
    main_thread = pthread_self();
    if (strcmp(argv[1], "before") == 0) {
        handle();
    }
    wrong += check(infinicclInit(&argc, &argv) == 0 && infinicclGetSize(&size) == 0, "Init");
    sigaction(SIGPIPE, NULL, &now);
    wrong += check(strcmp(argv[1], "before") == 0 || now.sa_handler == SIG_DFL, "SIGPIPE is as it was");
    if (strcmp(argv[1], "crash") == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        printf("%d\n", *nothing);
    }
    if (strcmp(argv[1], "after") == 0) {
        handle();
    }
    /* Makes objects and faults of Java's own. */
    for (int i = 0; i < 50; i++) {
        wrong += check(infinicclCommInitAll(&comm, size, NULL) == 0, "CommInitAll");
        for (int j = 0; j < 200; j++) {
            wrong += check(infinicclAllReduce(&i, &most, 1, infinicclInt, infinicclMax, comm, NULL) == 0 && most == i,
                           "AllReduce");
            wrong += check(infinicclBarrier(nothing == NULL ? NULL : comm, NULL) == infinicclInvalidArgument, "no comm");
        }
        wrong += check(infinicclCommDestroy(comm) == 0, "CommDestroy");
        if (sigsetjmp(back, 1) == 0) {
            printf("%d\n", *nothing);
        }
        for (int j = 0; j < MANY; j++) {
            kill(getpid(), NUMBERS[j]);
        }
    }
    for (int i = 0; i < MANY; i++) {
        wrong += check(calls[NUMBERS[i]] == 50, strsignal(NUMBERS[i]));
    }
    wrong += check(calls[SIGSEGV] == 50, "faults");
    wrong += check(!elsewhere, "handlers run on the host's thread");
    wrong += check(infinicclFinalize() == 0, "Finalize");
    printf("signals %s\n", wrong == 0 ? "PASSED" : "FAILED");
    return wrong == 0 ? 0 : 1;
}
