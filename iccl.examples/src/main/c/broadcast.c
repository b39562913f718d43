/* Broadcast: every rank gets the root's numbers; Bcast does the same in place. */
#include "example.h"

int main(int argc, char **argv) {
    size_t count = open_world(&argc, &argv);
    int root = size - 1;
    float *send = make(count), *recv = make(count);
    for (size_t i = 0; i < count; i++) {
        send[i] = value(rank, i);
    }
    CHECK(infinicclBroadcast(send, recv, count, infinicclFloat, root, comm, NULL));
    CHECK(infinicclBcast(send, count, infinicclFloat, root, comm, NULL));
    for (size_t i = 0; i < count; i++) {
        expect(recv[i], value(root, i), i);
        expect(send[i], value(root, i), i);
    }
    free(send);
    free(recv);
    return close_world("broadcast", count);
}
