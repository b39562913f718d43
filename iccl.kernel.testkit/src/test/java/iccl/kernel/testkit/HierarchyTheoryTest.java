package iccl.kernel.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import iccl.api.Datatype;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Scratch;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.hierarchy.Hierarchy;
import iccl.kernel.internal.hierarchy.NodeMap;
import iccl.kernel.internal.hierarchy.PartEndpoint;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.internal.node.NodeEngine;
import iccl.kernel.internal.node.NodeLimits;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An operation in two levels takes as many steps between nodes, and its busiest rank sends as many bytes, as the rail's algorithm
 * would for one rank per node; inside nodes nothing is sent.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HierarchyTheoryTest {
    private static final int[] NODES = {2, 3, 4, 8};
    private static final int[] RANKS_PER_NODE = {1, 3};
    private static final long STEP_NS = 1000;
    private static final int TAG = 1;
    private static final int SMALL = 4;
    private static final long SEGMENT_BYTES = 1 << 18;
    private static final Datatype TYPE = Datatype.FLOAT32;

    /** An end that counts what is sent. */
    private static final class Counter extends ForwardingEndpoint {
        private long bytes;

        Counter(Endpoint inner) {
            super(inner);
        }

        @Override
        public int send(int peer, int tag, long address, long length) {
            assertEquals(TAG, tag);
            bytes += length;
            return super.send(peer, tag, address, length);
        }
    }

    /** What the ranks need to run one operation. */
    private static final class Cluster implements AutoCloseable {
        final CheckedMemory memory = new CheckedMemory();
        final Scratch scratch = new MemoryScratch(memory, MemorySpace.HOST);
        final SimNetwork network;
        final List<Counter> ends;
        final List<NodeMap> maps = new ArrayList<>();
        final List<NodeEngine> engines = new ArrayList<>();
        final List<Machine> machines = new ArrayList<>();

        Cluster(int nodes, int ranksPerNode) {
            network = new SimNetwork(memory, RigCases.SEED)
                    .withManualTime()
                    .withRanksPerNode(ranksPerNode)
                    .withLatency(STEP_NS)
                    .withBandwidth(1e18)
                    .withJitter(0)
                    .withEagerBytes(1 << 30);
            ends = network.openThreads(nodes * ranksPerNode).stream()
                    .map(Counter::new)
                    .toList();
            for (Endpoint end : ends) {
                NodeMap map = NodeMap.of(end);
                Endpoint neighbours = new PartEndpoint(end, map.neighbours());
                NodeEngine engine = new NodeEngine(
                        neighbours, new HostMemory(memory), NodeLimits.standard(1L << 16), map.neighbours());
                maps.add(map);
                engines.add(engine);
            }
            for (NodeMap map : maps) {
                List<NodeEngine> ofNode =
                        Arrays.stream(map.neighbours()).mapToObj(engines::get).toList();
                if (ofNode.get(0) == engines.get(maps.indexOf(map))) {
                    NodeEngine.join(ofNode, true);
                }
            }
        }

        /** The steps that it takes. */
        double run(Operation operation, long count) {
            ReductionOp op = operation.isReducing() ? ReductionOp.SUM : null;
            long bytes = Math.max(64, count * TYPE.bytes() * ends.size());
            List<Long> buffers = new ArrayList<>();
            for (int rank = 0; rank < ends.size(); rank++) {
                long send = memory.allocate(MemorySpace.HOST, bytes);
                long recv = memory.allocate(MemorySpace.HOST, bytes);
                memory.clear(send, bytes);
                buffers.addAll(List.of(send, recv));
                Workbench bench = new Workbench(ends.get(rank), memory, scratch, SEGMENT_BYTES);
                Machine machine = new Hierarchy(maps.get(rank), engines.get(rank)).machine(bench, operation);
                machine.start(new CollectiveCall(operation, send, recv, count, TYPE, op, 0), TAG, 0);
                machines.add(machine);
            }
            long begin = network.nowNs();
            do {
                stepAll();
            } while (network.advance());
            machines.forEach(machine -> assertTrue(machine.isFinished(), machine::describe));
            buffers.forEach(buffer -> memory.free(MemorySpace.HOST, buffer));
            return (network.nowNs() - begin) / (double) STEP_NS;
        }

        private void stepAll() {
            int work;
            do {
                work = machines.stream().mapToInt(machine -> machine.step(0)).sum();
            } while (work > 0);
        }

        @Override
        public void close() {
            engines.forEach(NodeEngine::close);
            network.assertNothingLeft();
            memory.assertNothingLeaked();
        }
    }

    /** Operation, count for n nodes of one rank each, steps for n nodes, bytes that the busiest rank sends in bytes of count. */
    static Stream<Arguments> theories() {
        return Stream.of(
                theory(Operation.REDUCE, SMALL, HierarchyTheoryTest::floorLog, n -> 1),
                theory(Operation.BROADCAST, SMALL, HierarchyTheoryTest::floorLog, HierarchyTheoryTest::ceilingLog),
                theory(Operation.ALL_GATHER, SMALL, HierarchyTheoryTest::ceilingLog, n -> n - 1),
                theory(Operation.REDUCE_SCATTER, SMALL, n -> 1, n -> n - 1),
                theory(Operation.BARRIER, SMALL, HierarchyTheoryTest::ceilingLog, n -> 0));
    }

    private static Arguments theory(
            Operation operation, long count, IntToDoubleFunction steps, IntToDoubleFunction bytes) {
        return Arguments.of(operation, count, steps, bytes);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("theories")
    void shouldTakeTheStepsAndBytesOfOneRankPerNode(
            Operation operation, long count, IntToDoubleFunction steps, IntToDoubleFunction bytes) {
        for (int nodes : NODES) {
            for (int ranksPerNode : RANKS_PER_NODE) {
                try (Cluster cluster = new Cluster(nodes, ranksPerNode)) {
                    String what = nodes + " nodes of " + ranksPerNode;
                    assertEquals(steps.applyAsDouble(nodes), cluster.run(operation, count), 0.2, "steps of " + what);
                    double expected = operation == Operation.BARRIER
                            ? ceilingLog(nodes)
                            : bytes.applyAsDouble(nodes) * count * TYPE.bytes();
                    assertEquals(expected, mostBytes(cluster), 1e-6, "bytes of " + what);
                }
            }
        }
    }

    /** Large ones: each rail has its share of the bytes, so that they use all links of a node at the same time. */
    @Test
    void shouldShareOutLargeReductions() {
        for (int nodes : NODES) {
            for (int ranksPerNode : RANKS_PER_NODE) {
                try (Cluster cluster = new Cluster(nodes, ranksPerNode)) {
                    long count = 64L * 3 * 7 * 5 * 8; // divided by all of them; one chunk, one piece
                    double steps = cluster.run(Operation.ALL_REDUCE, count);
                    String what = nodes + " nodes of " + ranksPerNode;
                    assertEquals(2, steps, 0.2, "steps of " + what);
                    double share = count * (double) TYPE.bytes() / ranksPerNode;
                    double expected = 2 * (nodes - 1.0) / nodes * share;
                    assertEquals(expected, mostBytes(cluster), 2.0 * nodes * TYPE.bytes(), "bytes of " + what);
                }
            }
        }
    }

    /** Four exchanges are in flight; nothing is sent twice, nor inside a node. */
    @Test
    void shouldRelaySmallBlocksOnce() {
        for (int nodes : NODES) {
            for (int ranksPerNode : RANKS_PER_NODE) {
                try (Cluster cluster = new Cluster(nodes, ranksPerNode)) {
                    double steps = cluster.run(Operation.ALL_TO_ALL, SMALL);
                    String what = nodes + " nodes of " + ranksPerNode;
                    assertEquals(Math.ceil(nodes / 4.0), steps, 0.2, "steps of " + what);
                    double pairs = nodes * (nodes - 1.0) * ranksPerNode * ranksPerNode;
                    double bytes =
                            cluster.ends.stream().mapToDouble(end -> end.bytes).sum();
                    assertEquals(pairs * SMALL * TYPE.bytes(), bytes, 1e-6, "bytes of " + what);
                }
            }
        }
    }

    private static double mostBytes(Cluster cluster) {
        return cluster.ends.stream().mapToDouble(end -> end.bytes).max().orElse(0);
    }

    private static double floorLog(int n) {
        return 31 - Integer.numberOfLeadingZeros(n);
    }

    private static double ceilingLog(int n) {
        return 32 - Integer.numberOfLeadingZeros(n - 1);
    }
}
