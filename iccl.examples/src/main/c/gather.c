/* Gather: the root gets the numbers of all ranks, one rank's after another's. */
#include "example.h"

int main(int argc, char **argv) {
    size_t count = open_world(&argc, &argv);
    int root = 0;
    float *send = make(count), *recv = rank == root ? make(count * (size_t)size) : NULL;
    for (size_t i = 0; i < count; i++) {
        send[i] = value(rank, i);
    }
    CHECK(infinicclGather(send, recv, count, infinicclFloat, root, comm, NULL));
    for (int r = 0; rank == root && r < size; r++) {
        for (size_t i = 0; i < count; i++) {
            expect(recv[(size_t)r * count + i], value(r, i), i);
        }
    }
    free(send);
    free(recv);
    return close_world("gather", count);
}
