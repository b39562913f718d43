package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.DirectMachine;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.select.Algorithms;
import iccl.kernel.port.HostPlatform;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every algorithm that only moves bytes does so on device memory, over a network that reaches it, and with some ranks' buffers
 * of the host. What is sent comes to the device late: who does not wait for it sends something else.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class DirectInRigTest {
    private static final int ONE_IN = 6;

    /** The memory as a network sees it that takes addresses of devices. */
    private static HostPlatform everywhere(CheckedMemory memory) {
        return (HostPlatform) Proxy.newProxyInstance(
                DirectInRigTest.class.getClassLoader(),
                new Class<?>[] {HostPlatform.class},
                (self, method, values) -> switch (method.getName()) {
                    case "copy" -> {
                        memory.transfer((long) values[0], (long) values[1], (long) values[2]);
                        yield null;
                    }
                    case "view" -> memory.viewAnywhere((long) values[0], (long) values[1]);
                    case "clear" -> {
                        memory.viewAnywhere((long) values[0], (long) values[1]).put(new byte[(int) (long) values[1]]);
                        yield null;
                    }
                    default -> {
                        try {
                            yield method.invoke(memory, values);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }
                });
    }

    private static Algorithm direct(RankRig rig, RigDevices devices, Algorithm algorithm) {
        return algorithm.with(bench -> machine(rig, devices, algorithm, bench));
    }

    private static Machine machine(RankRig rig, RigDevices devices, Algorithm algorithm, Workbench bench) {
        if (!devices.isAt(bench.rank())) {
            return algorithm.machine().apply(bench);
        }
        Workbench there = bench.elsewhere(rig.memory()::transfer, new MemoryScratch(rig.memory(), MemorySpace.DEVICE));
        return new DirectMachine(bench, algorithm.machine().apply(there), devices.stagerOf(bench.rank()));
    }

    static Stream<Algorithm> algorithms() {
        return RigCases.collectives().filter(DirectInRigTest::movesOnly).filter(DirectInRigTest::goesInMessages);
    }

    private static boolean movesOnly(Algorithm algorithm) {
        Operation operation = algorithm.operation();
        return !operation.isReducing() && operation != Operation.BARRIER;
    }

    private static boolean goesInMessages(Algorithm algorithm) {
        return !Set.of(Algorithms.NATIVE, Algorithms.SHARED, Algorithms.HIERARCHICAL)
                .contains(algorithm.name());
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void shouldGiveWhatTheOracleSays(Algorithm algorithm) {
        Random random = new Random(RigCases.SEED);
        for (int size = 1; size <= 6; size++) {
            RankRig rig = new RankRig(size, random.nextLong(), DirectInRigTest::everywhere);
            RigDevices devices = new RigDevices(rig, random.nextLong());
            Algorithm direct = direct(rig, devices, algorithm);
            for (CollectiveShape shape : RigCases.shapes(algorithm.operation(), size)) {
                for (RigCase.Placing placing : RigCase.Placing.values()) {
                    if (random.nextInt(ONE_IN) == 0) {
                        run(devices.late(new RigCase(rig, direct, shape, TestData.EXACT, placing, devices::spaceOf)));
                    }
                }
            }
            devices.assertNothingLeft();
        }
    }

    private static void run(RigCase rigCase) {
        try (rigCase) {
            rigCase.run().verify();
        }
    }

    @Test
    void shouldEndWhenARankDies() {
        Random random = new Random(RigCases.SEED);
        Algorithm algorithm = algorithms().findFirst().orElseThrow();
        for (int round = 0; round < 50; round++) {
            RankRig rig = new RankRig(3, random.nextLong(), DirectInRigTest::everywhere);
            RigDevices devices = new RigDevices(rig, random.nextLong());
            CollectiveShape shape = RigCases.shapes(algorithm.operation(), 3).get(3);
            RigCase rigCase = devices.late(new RigCase(
                    rig,
                    direct(rig, devices, algorithm),
                    shape,
                    TestData.EXACT,
                    RigCase.Placing.APART,
                    devices::spaceOf));
            List<Machine> machines = rigCase.start();
            int steps = random.nextInt(40);
            for (int step = 0; step < steps; step++) {
                machines.get(step % 3).step(rig.network().nowNs());
                rig.network().advance();
            }
            IcclException why = new IcclException(ResultCode.REMOTE_ERROR, "rank 1 died");
            for (Machine machine : machines) {
                boolean wasFinished = machine.isFinished();
                machine.fail(why);
                assertTrue(machine.isFinished());
                assertEquals(wasFinished, machine.failure() == null, machine::describe);
            }
        }
    }
}
