// A user's program without MPI: tells where it is and what it got. The cluster's tests build it on the nodes.
//   hello show [ARG]...    hello hang    hello stay (and hear no SIGTERM)    hello exit RANK STATUS
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef FLAVOUR
#define FLAVOUR ""
#endif

extern char **environ;

static int rank(void) {
    const char *names[] = {"OMPI_COMM_WORLD_RANK", "PMI_RANK"};
    for (int i = 0; i < 2; i++) {
        if (getenv(names[i]) != NULL) {
            return atoi(getenv(names[i]));
        }
    }
    return -1;
}

static void show(int count, char **words) {
    char host[256];
    char folder[4096];
    gethostname(host, sizeof host);
    printf("rank=%d host=%s user=%d folder=%s flavour=%s\n", rank(), host, (int)getuid(), getcwd(folder, sizeof folder), FLAVOUR);
    for (int i = 2; i < count; i++) {
        printf("rank=%d arg %d <%s>\n", rank(), i - 1, words[i]);
    }
    for (char **variable = environ; *variable != NULL; variable++) {
        if (strncmp(*variable, "SHOW_", 5) == 0) {
            printf("rank=%d env <%s>\n", rank(), *variable);
        }
    }
}

int main(int count, char **words) {
    if (count > 1 && strcmp(words[1], "show") == 0) {
        show(count, words);
        return 0;
    }
    if (count > 1 && strcmp(words[1], "stay") == 0) {
        signal(SIGTERM, SIG_IGN);
    }
    printf("ready rank=%d pid=%d\n", rank(), (int)getpid());
    fflush(stdout);
    if (count == 4 && strcmp(words[1], "exit") == 0 && atoi(words[2]) == rank()) {
        sleep(1);
        return atoi(words[3]);
    }
    while (1) {
        pause();
    }
}
