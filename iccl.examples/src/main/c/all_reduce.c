/* AllReduce: every rank gets the sum of all ranks' numbers. */
#include "example.h"

int main(int argc, char **argv) {
    size_t count = open_world(&argc, &argv);
    float *send = make(count), *recv = make(count);
    for (size_t i = 0; i < count; i++) {
        send[i] = value(rank, i);
    }
    CHECK(infinicclAllReduce(send, recv, count, infinicclFloat, infinicclSum, comm, NULL));
    for (size_t i = 0; i < count; i++) {
        expect(recv[i], (float)size * value(0, i) + (float)(size * (size - 1) / 2), i);
    }
    free(send);
    free(recv);
    return close_world("all_reduce", count);
}
