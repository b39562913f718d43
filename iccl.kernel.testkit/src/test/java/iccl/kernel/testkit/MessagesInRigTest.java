package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import iccl.api.Datatype;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.select.Algorithms;
import iccl.kernel.port.CollectiveCall;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Send and Recv, and what a machine says of itself. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class MessagesInRigTest {
    private static final Algorithm SEND = Algorithms.of(Operation.SEND).get(0);
    private static final Algorithm RECV = Algorithms.of(Operation.RECV).get(0);

    @Test
    void shouldCarryMessagesToAnotherRankAndToItself() {
        for (int size = 1; size <= 3; size++) {
            for (long count : new long[] {0, 1, 1000}) {
                RankRig rig = new RankRig(size, RigCases.SEED + size);
                int receiver = size - 1;
                long from = rig.memory().allocate(MemorySpace.HOST, 1000 * 4);
                long to = rig.memory().allocate(MemorySpace.HOST, 1000 * 4);
                TestData.EXACT.fill(rig.memory(), from, Datatype.INT32, 7, 0, 1000);
                List<Machine> both = List.of(
                        rig.machinesOf(SEND).get(0), rig.machinesOf(RECV).get(receiver));
                rig.start(
                        both,
                        List.of(call(Operation.SEND, from, 0, count, receiver), call(Operation.RECV, 0, to, count, 0)));
                rig.drive(both, rank -> {});
                for (Machine machine : both) {
                    assertNull(machine.failure(), machine::describe);
                }
                for (int index = 0; index < count; index++) {
                    assertEquals(
                            TestData.EXACT.bits(Datatype.INT32, 7, index),
                            Elements.get(rig.memory().view(to, 4000), Datatype.INT32, index));
                }
                rig.memory().free(MemorySpace.HOST, from);
                rig.memory().free(MemorySpace.HOST, to);
                rig.assertNothingLeft();
            }
        }
    }

    @Test
    void shouldSayWhomItWaitsFor() {
        RankRig rig = new RankRig(3, RigCases.SEED);
        Machine machine = rig.machinesOf(dissemination()).get(0);
        machine.start(new CollectiveCall(Operation.BARRIER, 0, 0, 0, Datatype.INT8, null, 0), 1, 0);
        machine.step(5_000);
        machine.step(9_000);
        String text = machine.describe();
        assertEquals(
                "DisseminationBarrier on rank 0 is RUNNING (started) for 9 us, 0 of 2 items done, "
                        + "waiting for rank 2",
                text.replace(", 1", ""));
    }

    private static CollectiveCall call(Operation operation, long send, long recv, long count, int peer) {
        return new CollectiveCall(operation, send, recv, count, Datatype.INT32, null, peer);
    }

    private static Algorithm dissemination() {
        return Algorithms.of(Operation.BARRIER).stream()
                .filter(algorithm -> algorithm.name().equals("dissemination"))
                .findFirst()
                .orElseThrow();
    }
}
