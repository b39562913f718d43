/* Reduce: the root, here the last rank, gets the greatest of all ranks' numbers. */
#include "example.h"

int main(int argc, char **argv) {
    size_t count = open_world(&argc, &argv);
    int root = size - 1;
    float *send = make(count), *recv = make(count);
    for (size_t i = 0; i < count; i++) {
        send[i] = value(rank, i);
    }
    CHECK(infinicclReduce(send, recv, count, infinicclFloat, infinicclMax, root, comm, NULL));
    for (size_t i = 0; i < count; i++) {
        expect(recv[i], rank == root ? value(size - 1, i) : 0, i);
    }
    free(send);
    free(recv);
    return close_world("reduce", count);
}
