/* AllToAll: every rank has numbers for each rank, and gets what each has for it. */
#include "example.h"

int main(int argc, char **argv) {
    size_t count = open_world(&argc, &argv);
    float *send = make(count * (size_t)size), *recv = make(count * (size_t)size);
    for (int r = 0; r < size; r++) {
        for (size_t i = 0; i < count; i++) {
            send[(size_t)r * count + i] = value(rank + 10 * r, i);
        }
    }
    CHECK(infinicclAllToAll(send, recv, count, infinicclFloat, comm, NULL));
    for (int r = 0; r < size; r++) {
        for (size_t i = 0; i < count; i++) {
            expect(recv[(size_t)r * count + i], value(r + 10 * rank, i), i);
        }
    }
    free(send);
    free(recv);
    return close_world("all_to_all", count);
}
