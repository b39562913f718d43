/* AllGather: every rank gets the numbers of all ranks, one rank's after another's. */
#include "example.h"

int main(int argc, char **argv) {
    size_t count = open_world(&argc, &argv);
    float *send = make(count), *recv = make(count * (size_t)size);
    for (size_t i = 0; i < count; i++) {
        send[i] = value(rank, i);
    }
    CHECK(infinicclAllGather(send, recv, count, infinicclFloat, comm, NULL));
    for (int r = 0; r < size; r++) {
        for (size_t i = 0; i < count; i++) {
            expect(recv[(size_t)r * count + i], value(r, i), i);
        }
    }
    free(send);
    free(recv);
    return close_world("all_gather", count);
}
