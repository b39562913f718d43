/* ReduceScatter: all ranks' numbers are added up, and each rank gets its part of the sums. */
#include "example.h"

int main(int argc, char **argv) {
    size_t count = open_world(&argc, &argv);
    float *send = make(count * (size_t)size), *recv = make(count);
    for (size_t i = 0; i < count * (size_t)size; i++) {
        send[i] = value(rank, i);
    }
    CHECK(infinicclReduceScatter(send, recv, count, infinicclFloat, infinicclSum, comm, NULL));
    for (size_t i = 0; i < count; i++) {
        size_t place = (size_t)rank * count + i;
        expect(recv[i], (float)size * value(0, place) + (float)(size * (size - 1) / 2), i);
    }
    free(send);
    free(recv);
    return close_world("reduce_scatter", count);
}
