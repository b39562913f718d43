/*
 * How the library's life in a process begins and ends.
 *   lives init        prints Init's result and the words for it
 *   lives no-finalize uses the library and ends without Finalize
 *   lives no-init     GetUniqueId, then ranks that are threads of this process; no Init, no Finalize
 *   lives fork        a child by fork is refused, the parent goes on
 *   lives gone FILE   the JVM is made to exit while the program does something else
 *   lives threads     several threads call first at the same time
 */
#include <infiniccl/infiniccl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define RANKS 3

static infinicclUniqueId id;

static void *rank_thread(void *argument) {
    int rank = (int)(size_t)argument, sum = 0;
    infinicclComm_t comm = NULL;
    infinicclResult_t result = infinicclCommInitRank(&comm, RANKS, id, rank);
    if (result == infinicclSuccess) {
        result = infinicclAllReduce(&rank, &sum, 1, infinicclInt, infinicclSum, comm, NULL);
    }
    if (result == infinicclSuccess) {
        result = infinicclCommDestroy(comm);
    }
    if (result != infinicclSuccess) {
        fprintf(stderr, "rank %d: %d: %s\n", rank, result, infinicclGetLastError(NULL));
    }
    return (void *)(size_t)(result == infinicclSuccess && sum == RANKS * (RANKS - 1) / 2);
}

static void *first_call(void *argument) {
    (void)argument;
    int size = 0;
    return (void *)(size_t)(infinicclGetSize(&size) == infinicclSuccess && size == 1);
}

/* Whether all threads say that they are content. */
static int together(int count, void *(*body)(void *)) {
    pthread_t threads[16];
    int right = 1;
    for (int i = 0; i < count; i++) {
        pthread_create(&threads[i], NULL, body, (void *)(size_t)i);
    }
    for (int i = 0; i < count; i++) {
        void *content = NULL;
        pthread_join(threads[i], &content);
        right = right && content != NULL;
    }
    return right;
}

static int in_child(void) {
    int size = 0, status = 0;
    pid_t child = fork();
    if (child == 0) {
        int refused = infinicclGetSize(&size) == infinicclInvalidUsage && strstr(infinicclGetLastError(NULL), "fork");
        exit(refused ? 0 : 1);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    int size = 0, right = 0;
    if (strcmp(what, "no-init") == 0) {
        right = infinicclGetUniqueId(&id) == infinicclSuccess && together(RANKS, rank_thread);
    } else if (strcmp(what, "threads") == 0) {
        right = together(8, first_call) && infinicclFinalize() == infinicclSuccess;
    } else {
        infinicclResult_t result = infinicclInit(NULL, NULL);
        if (strcmp(what, "init") == 0) {
            printf("%d %s\n", result, infinicclGetLastError(NULL));
            return infinicclGetSize(&size) == result ? 0 : 1;
        }
        right = result == infinicclSuccess;
        if (strcmp(what, "fork") == 0) {
            right = right && in_child() && infinicclGetSize(&size) == infinicclSuccess;
        } else if (strcmp(what, "gone") == 0) {
            /* Exit.java waits for this file. */
            FILE *file = fopen(argv[2], "w");
            right = right && file != NULL && fclose(file) == 0;
            sleep(2);
            right = right && infinicclGetSize(&size) == infinicclInternalError &&
                    infinicclFinalize() == infinicclInternalError;
        }
    }
    printf("lives %s %s\n", what, right ? "PASSED" : "FAILED");
    return right ? 0 : 1;
}
