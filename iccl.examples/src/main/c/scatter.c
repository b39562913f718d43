/* Scatter: the root has numbers for each rank, and each gets its own. */
#include "example.h"

int main(int argc, char **argv) {
    size_t count = open_world(&argc, &argv);
    int root = 0;
    float *send = rank == root ? make(count * (size_t)size) : NULL, *recv = make(count);
    for (int r = 0; rank == root && r < size; r++) {
        for (size_t i = 0; i < count; i++) {
            send[(size_t)r * count + i] = value(r, i);
        }
    }
    CHECK(infinicclScatter(send, recv, count, infinicclFloat, root, comm, NULL));
    for (size_t i = 0; i < count; i++) {
        expect(recv[i], value(rank, i), i);
    }
    free(send);
    free(recv);
    return close_world("scatter", count);
}
