/* Send and Recv: numbers go around a ring. All send and receive at once, so both belong in a group. */
#include "example.h"

int main(int argc, char **argv) {
    size_t count = open_world(&argc, &argv);
    int next = (rank + 1) % size, before = (rank + size - 1) % size;
    float *send = make(count), *recv = make(count);
    for (size_t i = 0; i < count; i++) {
        send[i] = value(rank, i);
    }
    CHECK(infinicclGroupStart());
    CHECK(infinicclSend(send, count, infinicclFloat, next, comm, NULL));
    CHECK(infinicclRecv(recv, count, infinicclFloat, before, comm, NULL));
    CHECK(infinicclGroupEnd());
    for (size_t i = 0; i < count; i++) {
        expect(recv[i], value(before, i), i);
    }
    free(send);
    free(recv);
    return close_world("send_recv", count);
}
