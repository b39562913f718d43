package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.RingAllReduce;
import iccl.kernel.internal.collective.StagedMachine;
import iccl.kernel.internal.collective.Stager;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * In simulated time, so that nothing depends on the machine: where a device copies as fast as the network carries an
 * all-reduce, the stages overlap, and the whole takes little more than the slowest of them.
 */
@Timeout(120)
class PipelineInRigTest {
    private static final int COUNT = 1 << 19;
    private static final long BYTES = COUNT * 4L;
    private static final long CHUNK_BYTES = 64 << 10;
    private static final long SEGMENT_BYTES = 8 << 10;

    private final CheckedMemory memory = new CheckedMemory();

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldTakeLittleMoreThanTheSlowestStage(int size) {
        long networkNs = timeOf(size, network(), MemorySpace.HOST, RingAllReduce::new);
        double bytesPerNs = (double) BYTES / networkNs;
        SimNetwork network = network();
        TimedDevice device = new TimedDevice(memory, network, bytesPerNs);
        long stagedNs = timeOf(size, network, MemorySpace.DEVICE, bench -> {
            StagedMachine.Path path = new StagedMachine.Path(new Stager(device, 0), bench.scratch(), CHUNK_BYTES);
            return new StagedMachine(bench, new RingAllReduce(bench), path, true, true);
        });
        String found = "device memory %d us, each stage %d us, ratio %.2f"
                .formatted(stagedNs / 1000, networkNs / 1000, (double) stagedNs / networkNs);
        assertTrue(stagedNs <= 1.3 * networkNs, found);
        assertTrue(stagedNs >= networkNs, found);
    }

    private SimNetwork network() {
        return new SimNetwork(memory, 1)
                .withManualTime()
                .withLatency(200)
                .withJitter(0)
                .withBandwidth(1);
    }

    /** How long an all-reduce takes in the network's time. */
    private long timeOf(int size, SimNetwork network, MemorySpace space, Function<Workbench, Machine> maker) {
        List<Machine> machines = new ArrayList<>();
        List<Long> buffers = new ArrayList<>();
        for (Endpoint endpoint : network.openThreads(size)) {
            Workbench bench =
                    new Workbench(endpoint, memory, new MemoryScratch(memory, MemorySpace.HOST), SEGMENT_BYTES);
            long buffer = memory.allocate(space, BYTES);
            buffers.add(buffer);
            Machine machine = maker.apply(bench);
            machines.add(machine);
            machine.start(
                    new CollectiveCall(Operation.ALL_REDUCE, buffer, buffer, COUNT, Datatype.INT32, ReductionOp.MAX, 0),
                    1,
                    network.nowNs());
        }
        while (!machines.stream().allMatch(Machine::isFinished)) {
            int work = machines.stream()
                    .mapToInt(machine -> machine.step(network.nowNs()))
                    .sum();
            assertTrue(
                    work > 0 || network.advance(),
                    () -> "hangs: " + machines.get(0).describe());
        }
        buffers.forEach(buffer -> memory.free(space, buffer));
        return network.nowNs();
    }
}
