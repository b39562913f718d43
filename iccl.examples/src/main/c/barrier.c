/* Barrier: nobody goes on before all have come. Each rank says once more how often it came. */
#include "example.h"

int main(int argc, char **argv) {
    size_t count = open_world(&argc, &argv);
    for (int round = 1; round <= 20; round++) {
        int rounds = 0;
        CHECK(infinicclBarrier(comm, NULL));
        CHECK(infinicclAllReduce(&round, &rounds, 1, infinicclInt, infinicclMin, comm, NULL));
        expect((float)rounds, (float)round, 0);
    }
    return close_world("barrier", count);
}
