/* Forgets memory, to see that the check for leaks sees it. */
#include <infiniccl/infiniccl.h>
#include <stdlib.h>

static void forget(void) {
    volatile char *lost = malloc(12345);
    lost[0] = 1;
}

int main(int argc, char **argv) {
    if (infinicclInit(&argc, &argv) != infinicclSuccess) {
        return 2;
    }
    forget();
    return infinicclFinalize();
}
