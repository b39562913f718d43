// A cable that delays every frame, for kernels without netem.
//   delay MILLISECONDS NAMESPACE INTERFACE NAMESPACE INTERFACE     (namespaces as files; makes the interfaces)
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { FRAMES = 2048, BYTES = 2048 };

// What is on its way from one end to the other; a full cable drops frames, as a real one does.
struct direction {
    int from;
    int to;
    unsigned first;
    unsigned count;
    long due[FRAMES];
    int length[FRAMES];
    char frame[FRAMES][BYTES];
};

static struct direction directions[2];

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int make_end(const char *space, const char *name) {
    struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    int file = open(space, O_RDONLY);
    if (file < 0 || setns(file, CLONE_NEWNET) != 0) {
        perror(space);
        exit(1);
    }
    int end = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
    if (end < 0 || ioctl(end, TUNSETIFF, &request) != 0) {
        perror("/dev/net/tun");
        exit(1);
    }
    close(file);
    return end;
}

static void take_in(struct direction *way, long delay) {
    unsigned slot = (way->first + way->count) % FRAMES;
    int length = (int)read(way->from, way->frame[slot], BYTES);
    if (length > 0 && way->count < FRAMES) {
        way->length[slot] = length;
        way->due[slot] = now() + delay;
        way->count++;
    }
}

// An interface that is down takes nothing: then the frame is lost.
static void let_out(struct direction *way) {
    while (way->count > 0 && way->due[way->first] <= now()) {
        if (write(way->to, way->frame[way->first], (size_t)way->length[way->first]) < 0) {
            fprintf(stderr, "lost a frame\n");
        }
        way->first = (way->first + 1) % FRAMES;
        way->count--;
    }
}

int main(int count, char **words) {
    if (count != 6) {
        return 2;
    }
    long delay = atol(words[1]);
    int one = make_end(words[2], words[3]);
    int other = make_end(words[4], words[5]);
    directions[0].from = directions[1].to = one;
    directions[0].to = directions[1].from = other;
    puts("plugged in");
    fflush(stdout);
    while (1) {
        struct pollfd ends[] = {{.fd = one, .events = POLLIN}, {.fd = other, .events = POLLIN}};
        poll(ends, 2, directions[0].count + directions[1].count > 0 ? 1 : -1);
        for (int i = 0; i < 2; i++) {
            if (ends[i].revents != 0) {
                take_in(&directions[i], delay);
            }
            let_out(&directions[i]);
        }
    }
}
