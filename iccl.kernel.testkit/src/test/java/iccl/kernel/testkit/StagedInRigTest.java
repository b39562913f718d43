package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.StagedMachine;
import iccl.kernel.internal.collective.StagedMachine.Path;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.select.Algorithms;
import java.util.List;
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

    private static Algorithm staged(RigDevices devices, Algorithm algorithm) {
        return algorithm.with(bench -> machine(devices, algorithm, bench));
    }

    private static Machine machine(RigDevices devices, Algorithm algorithm, Workbench bench) {
        boolean onDevice = devices.isAt(bench.rank());
        Path path = new Path(onDevice ? devices.stagerOf(bench.rank()) : null, bench.scratch(), CHUNK_BYTES);
        return new StagedMachine(bench, algorithm.machine().apply(bench), path, onDevice, onDevice);
    }

    static Stream<Algorithm> algorithms() {
        // Where ranks have devices nothing goes in two levels.
        return RigCases.collectives()
                .filter(algorithm -> algorithm.operation() != Operation.BARRIER
                        && !algorithm.name().equals(Algorithms.HIERARCHICAL));
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldGiveWhatTheOracleSays(Algorithm algorithm) {
        Random random = new Random(RigCases.SEED);
        for (int size = 1; size <= 5; size++) {
            RankRig rig = new RankRig(size, random.nextLong());
            RigDevices devices = new RigDevices(rig, random.nextLong());
            Algorithm staged = staged(devices, algorithm);
            for (CollectiveShape shape : RigCases.shapes(algorithm.operation(), size)) {
                for (RigCase.Placing placing : RigCase.Placing.values()) {
                    if (random.nextInt(ONE_IN) == 0) {
                        run(devices.late(
                                new RigCase(rig, staged, longer(shape), TestData.EXACT, placing, devices::spaceOf)));
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
            RigDevices devices = new RigDevices(rig, random.nextLong());
            CollectiveShape shape =
                    longer(RigCases.shapes(Operation.ALL_REDUCE, 3).get(3));
            RigCase rigCase = new RigCase(
                    rig, staged(devices, ring), shape, TestData.EXACT, RigCase.Placing.APART, devices::spaceOf);
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
