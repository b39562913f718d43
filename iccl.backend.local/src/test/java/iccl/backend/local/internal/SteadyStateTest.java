package iccl.backend.local.internal;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import iccl.kernel.port.Endpoint;
import iccl.kernel.testkit.ContractRank;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** After a while a message costs no memory of the Java heap. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SteadyStateTest {
    private static final int MESSAGES = 20_000;

    @Test
    void shouldAllocateNothingPerMessage() {
        ThreadMXBean threads = assertInstanceOf(ThreadMXBean.class, ManagementFactory.getThreadMXBean());
        try (CpuSubject subject = new CpuSubject();
                ContractRank rank =
                        new ContractRank(subject.backend().openThreads(1).get(0), subject.host())) {
            long out = rank.filled(1000, 1);
            long in = rank.allocate(1000);
            exchange(rank.endpoint(), out, in);
            long before = threads.getCurrentThreadAllocatedBytes();
            exchange(rank.endpoint(), out, in);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < MESSAGES, allocated + " bytes for " + 2 * MESSAGES + " messages");
            rank.verify("message", in, 1000, 1);
        }
    }

    /** Pairs of messages, the second received first, so that the first is buffered. */
    private static void exchange(Endpoint endpoint, long out, long in) {
        for (int i = 0; i < MESSAGES; i++) {
            int first = endpoint.send(0, 1, out, 1000);
            int second = endpoint.send(0, 2, out, 1000);
            await(endpoint, endpoint.recv(0, 2, in, 1000));
            await(endpoint, endpoint.recv(0, 1, in, 1000));
            await(endpoint, first);
            await(endpoint, second);
        }
    }

    private static void await(Endpoint endpoint, int handle) {
        while (!endpoint.test(handle)) {
            Thread.onSpinWait();
        }
    }
}
