package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.StagedMachine;
import iccl.kernel.internal.collective.StagedMachine.Path;
import iccl.kernel.internal.collective.Stager;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.select.Algorithms;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every algorithm gives the same through chunks, with some ranks' buffers on devices and some of the host. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class StagedInRigTest {
    /** The smallest chunks there are. */
    private static final long CHUNK_BYTES = 16;

    private static final int ONE_IN = 12;

    /** Some ranks with devices, whose queues work when they like. */
    private static final class Devices {
        private final RankRig rig;
        private final Random random;
        private final CheckedDevice device;
        private final Map<Integer, Stager> stagers = new HashMap<>();
        private final List<Boolean> hasDevice = new ArrayList<>();

        Devices(RankRig rig, long seed) {
            this.rig = rig;
            random = new Random(seed);
            device = new CheckedDevice(rig.memory(), "checked", seed);
            rig.alsoAdvance(device::advance);
            for (int rank = 0; rank < rig.size(); rank++) {
                hasDevice.add(rank == 0 || random.nextBoolean());
            }
        }

        MemorySpace spaceOf(int rank) {
            return hasDevice.get(rank) ? MemorySpace.DEVICE : MemorySpace.HOST;
        }

        Algorithm staged(Algorithm algorithm) {
            return new Algorithm(
                    algorithm.operation(),
                    algorithm.name(),
                    algorithm.description(),
                    algorithm.inRankOrder(),
                    algorithm.score(),
                    bench -> machine(algorithm, bench));
        }

        private Machine machine(Algorithm algorithm, Workbench bench) {
            boolean onDevice = hasDevice.get(bench.rank());
            Stager stager = onDevice ? stagers.computeIfAbsent(bench.rank(), rank -> new Stager(device, 0)) : null;
            Path path = new Path(stager, bench.scratch(), CHUNK_BYTES);
            return new StagedMachine(bench, algorithm.machine().apply(bench), path, onDevice, onDevice);
        }

        void assertNothingLeft() {
            while (device.advance()) {
                // What the queues still have comes to its end.
            }
            stagers.values().forEach(stager -> assertTrue(stager.isIdle()));
            stagers.values().forEach(Stager::close);
            device.assertNothingLeaked();
            rig.assertNothingLeft();
        }
    }

    static Stream<Algorithm> algorithms() {
        return RigCases.collectives().filter(algorithm -> algorithm.operation() != Operation.BARRIER);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldGiveWhatTheOracleSays(Algorithm algorithm) {
        Random random = new Random(RigCases.SEED);
        for (int size = 1; size <= 5; size++) {
            RankRig rig = new RankRig(size, random.nextLong());
            Devices devices = new Devices(rig, random.nextLong());
            Algorithm staged = devices.staged(algorithm);
            for (CollectiveShape shape : RigCases.shapes(algorithm.operation(), size)) {
                for (RigCase.Placing placing : RigCase.Placing.values()) {
                    if (random.nextInt(ONE_IN) == 0) {
                        run(new RigCase(rig, staged, longer(shape), TestData.EXACT, placing, devices::spaceOf));
                    }
                }
            }
            devices.assertNothingLeft();
        }
    }

    /** A chunk has 4096 bytes of each block at least: several of them, and a part of one. */
    private static CollectiveShape longer(CollectiveShape shape) {
        long count =
                shape.count() < 100 ? shape.count() : 2 * 4096 / shape.type().bytes() + 37;
        return new CollectiveShape(shape.operation(), shape.type(), shape.op(), shape.root(), shape.size(), count);
    }

    private static void run(RigCase rigCase) {
        try (rigCase) {
            rigCase.run().verify();
        }
    }

    /** A death leaves no copy behind that nobody waits for. */
    @Test
    void shouldEndWhenARankDies() {
        Random random = new Random(RigCases.SEED);
        Algorithm ring = Algorithms.of(Operation.ALL_REDUCE).stream()
                .filter(algorithm -> algorithm.name().equals("ring"))
                .findFirst()
                .orElseThrow();
        for (int round = 0; round < 50; round++) {
            RankRig rig = new RankRig(3, random.nextLong());
            Devices devices = new Devices(rig, random.nextLong());
            CollectiveShape shape =
                    longer(RigCases.shapes(Operation.ALL_REDUCE, 3).get(3));
            RigCase rigCase = new RigCase(
                    rig, devices.staged(ring), shape, TestData.EXACT, RigCase.Placing.APART, devices::spaceOf);
            List<Machine> machines = rigCase.start();
            int steps = random.nextInt(40);
            for (int step = 0; step < steps; step++) {
                machines.get(step % 3).step(rig.network().nowNs());
                rig.network().advance();
            }
            IcclException why = new IcclException(ResultCode.REMOTE_ERROR, "rank 1 died");
            for (Machine machine : machines) {
                machine.fail(why);
                assertTrue(machine.isFinished());
            }
            assertNotNull(machines.get(0).failure());
        }
    }
}
