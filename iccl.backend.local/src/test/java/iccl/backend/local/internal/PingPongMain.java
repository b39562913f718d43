package iccl.backend.local.internal;

import iccl.kernel.port.Endpoint;
import iccl.kernel.testkit.ContractRank;
import java.util.Arrays;

/**
 * Measures the transport alone, between two processes: half of a round trip, and bytes per second one way. Run one with
 * {@code ICCL_RANK=0} and one with {@code ICCL_RANK=1}, both with {@code ICCL_LAUNCHER=none ICCL_SIZE=2}.
 */
public final class PingPongMain {
    private static final int WARM_UP = 30_000;
    private static final int BATCHES = 60;
    private static final int TAG = 1;

    private PingPongMain() {}

    public static void main(String[] arguments) {
        CpuSubject subject = new CpuSubject();
        try (subject;
                ContractRank rank = new ContractRank(subject.backend().openWorld(), subject.host())) {
            long memory = rank.allocate(4 << 20);
            exchange(rank.endpoint(), memory, 8, WARM_UP);
            measure(rank, memory, 8, 500);
            measure(rank, memory, 1024, 500);
            measure(rank, memory, 64 << 10, 20);
            measure(rank, memory, 1 << 20, 2);
            measure(rank, memory, 4 << 20, 1);
        }
    }

    /** In batches: on a busy machine the best one tells more than the mean. */
    private static void measure(ContractRank rank, long memory, long bytes, int rounds) {
        double[] halves = new double[BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            long before = System.nanoTime();
            exchange(rank.endpoint(), memory, bytes, rounds);
            halves[batch] = (System.nanoTime() - before) / 2.0 / rounds;
        }
        Arrays.sort(halves);
        if (rank.rank() == 0) {
            System.out.printf(
                    "%10d bytes  best %10.2f us %6.2f GB/s  median %10.2f us%n",
                    bytes, halves[0] / 1000, bytes / halves[0], halves[BATCHES / 2] / 1000);
        }
    }

    private static void exchange(Endpoint endpoint, long memory, long bytes, int rounds) {
        int peer = 1 - endpoint.rank();
        for (int i = 0; i < rounds; i++) {
            if (endpoint.rank() == 0) {
                await(endpoint, endpoint.send(peer, TAG, memory, bytes));
                await(endpoint, endpoint.recv(peer, TAG, memory, bytes));
            } else {
                await(endpoint, endpoint.recv(peer, TAG, memory, bytes));
                await(endpoint, endpoint.send(peer, TAG, memory, bytes));
            }
        }
    }

    private static void await(Endpoint endpoint, int handle) {
        while (!endpoint.test(handle)) {
            Thread.onSpinWait();
        }
    }
}
