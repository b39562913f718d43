package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Scratch;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.select.Algorithms;
import iccl.kernel.internal.select.Means;
import iccl.kernel.internal.select.Selection;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A machine that has run once, and selection, allocate nothing more. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SteadyStateTest {
    private static final int SIZE = 6;
    private static final int OPERATIONS = 200;

    /** Every message is done at the second question. */
    private static final class PromptEndpoint implements Endpoint {
        private boolean asked;

        @Override
        public int rank() {
            return 1;
        }

        @Override
        public int size() {
            return SIZE;
        }

        @Override
        public int nodeOf(int rank) {
            return 0;
        }

        @Override
        public int send(int peer, int tag, long address, long bytes) {
            return 0;
        }

        @Override
        public int recv(int peer, int tag, long address, long bytes) {
            return 0;
        }

        @Override
        public int collective(CollectiveCall call) {
            return 0;
        }

        @Override
        public boolean test(int handle) {
            asked = !asked;
            return !asked;
        }

        @Override
        public void cancel(int handle) {}

        @Override
        public Endpoint subgroup(int[] members, int tag) {
            return this;
        }

        @Override
        public void abort() {}

        @Override
        public void close() {}
    }

    private static final class PromptScratch implements Scratch {
        @Override
        public long take(long bytes) {
            return 1 << 20;
        }

        @Override
        public void give(long address) {}
    }

    static Stream<Algorithm> algorithms() {
        // Those that share memory are measured where there is some.
        return RigCases.collectives()
                .filter(algorithm -> !algorithm.name().equals(Algorithms.SHARED)
                        && !algorithm.name().equals(Algorithms.HIERARCHICAL));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldAllocateNothingPerOperation(Algorithm algorithm) {
        Machine machine =
                algorithm.machine().apply(new Workbench(new PromptEndpoint(), new IdleHost(), new PromptScratch(), 64));
        ReductionOp op = algorithm.operation().isReducing() ? ReductionOp.AVG : null;
        CollectiveCall call = new CollectiveCall(algorithm.operation(), 1 << 16, 1 << 17, 300, Datatype.FLOAT16, op, 0);
        Selection selection = new Selection(SIZE, 1, false, "");
        repeat(machine, selection, call);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        assertTrue(threads.isThreadAllocatedMemorySupported());
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) { // what the virtual machine does once is not the kernel's
            long before = threads.getCurrentThreadAllocatedBytes();
            repeat(machine, selection, call);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertEquals(0, least, "bytes in " + OPERATIONS + " operations");
    }

    private static void repeat(Machine machine, Selection selection, CollectiveCall call) {
        for (int operation = 0; operation < OPERATIONS; operation++) {
            selection.choose(call, Means.MESSAGES);
            machine.start(call, 1, 0);
            while (!machine.isFinished()) {
                machine.step(0);
            }
        }
    }
}
