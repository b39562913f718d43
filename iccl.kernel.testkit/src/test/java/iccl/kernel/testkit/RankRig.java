package iccl.kernel.testkit;

import iccl.api.Buffer;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Scratch;
import iccl.kernel.internal.collective.SharedMachines;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.hierarchy.Hierarchy;
import iccl.kernel.internal.hierarchy.NodeMap;
import iccl.kernel.internal.hierarchy.PartEndpoint;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.internal.node.NodeEngine;
import iccl.kernel.internal.node.NodeLimits;
import iccl.kernel.internal.select.Algorithms;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Drives the machines of all ranks in one thread, in an order that the seed decides, over a simulated network and checked
 * memory. When no rank can go on, time goes on; when there is nothing to wait for, the machines hang, and the rig says in
 * which states. Machines are kept, so that they are used again.
 */
final class RankRig {
    /** Small, so that a few hundred elements are many segments. */
    static final long SEGMENT_BYTES = 64;

    private static final int TAGS = 1 << 14;
    /** None, some or all. */
    private static final long[] RELAYED_BYTES = {0, 200, Long.MAX_VALUE};

    /** Scratch that remembers how much was taken at once. */
    private final class RigScratch implements Scratch {
        private final Scratch inner = new MemoryScratch(memory, MemorySpace.HOST);
        private final Map<Long, Long> taken = new HashMap<>();
        private long bytesNow;

        @Override
        public long take(long bytes) {
            long address = inner.take(bytes);
            if (address == 0) {
                return 0;
            }
            taken.put(address, bytes);
            bytesNow += bytes;
            peakScratchBytes = Math.max(peakScratchBytes, bytesNow);
            return address;
        }

        @Override
        public void give(long address) {
            if (address != 0) {
                Long bytes = taken.remove(address);
                if (bytes == null) {
                    throw new AssertionError("scratch at " + address + " is given back but was not taken");
                }
                bytesNow -= bytes;
                inner.give(address);
            }
        }
    }

    /** An end that says that the ranks are on two nodes in turn. */
    private static final class Scattered extends ForwardingEndpoint {
        Scattered(Endpoint inner) {
            super(inner);
        }

        @Override
        public int nodeOf(int rank) {
            return rank % 2;
        }
    }

    private final long seed;
    private final Random random;
    private final CheckedMemory memory = new CheckedMemory();
    private final SimNetwork network;
    private final List<Endpoint> endpoints;
    private final List<Workbench> benches = new ArrayList<>();
    private final List<NodeEngine> engines = new ArrayList<>();
    private final List<HostMemory> memories = new ArrayList<>();
    private final List<NodeMap> maps = new ArrayList<>();
    private final List<Hierarchy> hierarchies = new ArrayList<>();
    private final List<NodeEngine> nodeEngines = new ArrayList<>();
    private final boolean isAsking;
    private final Map<Algorithm, List<Machine>> machines = new HashMap<>();
    private final List<BooleanSupplier> clocks = new ArrayList<>();
    private long peakScratchBytes;
    private int tag;

    RankRig(int size, long seed) {
        this(size, seed, memory -> memory);
    }

    /**
     * @param reach what the network reaches of the memory
     */
    RankRig(int size, long seed, Function<CheckedMemory, HostPlatform> reach) {
        this.seed = seed;
        this.random = new Random(seed);
        long[] eagerBytes = {-1, 16, 1 << 20};
        network = new SimNetwork(reach.apply(memory), seed)
                .withManualTime()
                .withScrubbing()
                .withCollectives()
                .withRanksPerNode(1 + random.nextInt(3))
                .withLatency(random.nextInt(2000))
                .withBandwidth(0.01 + random.nextInt(10))
                .withJitter(random.nextInt(5000))
                .withEagerBytes(eagerBytes[random.nextInt(eagerBytes.length)]);
        // Of its own, so that the other choices stay what they were.
        Random layout = new Random(seed + 1);
        endpoints = scattered(network.openThreads(size), layout.nextInt(4) == 0);
        isAsking = random.nextBoolean();
        long relayedBytes = RELAYED_BYTES[layout.nextInt(RELAYED_BYTES.length)];
        for (Endpoint endpoint : endpoints) {
            HostMemory own = new HostMemory(memory);
            NodeEngine engine = new NodeEngine(
                    endpoint, own, limits(), IntStream.range(0, size).toArray());
            memories.add(own);
            engines.add(engine);
            NodeMap map = NodeMap.of(endpoint);
            maps.add(map);
            HostMemory ofNeighbours = new HostMemory(memory);
            memories.add(ofNeighbours);
            NodeEngine ofNode = new NodeEngine(
                    new PartEndpoint(endpoint, map.neighbours()), ofNeighbours, limits(), map.neighbours());
            nodeEngines.add(ofNode);
            Hierarchy hierarchy = new Hierarchy(map, ofNode, relayedBytes);
            hierarchies.add(hierarchy);
            benches.add(new Workbench(endpoint, memory, new RigScratch(), SEGMENT_BYTES, shared(engine, hierarchy)));
        }
        // Else they copy from and to each other's memory, as processes do.
        NodeEngine.join(engines, random.nextBoolean());
        joinNodes();
    }

    private static List<Endpoint> scattered(List<Endpoint> ends, boolean isSo) {
        return isSo ? ends.stream().<Endpoint>map(Scattered::new).toList() : ends;
    }

    private static SharedMachines shared(NodeEngine engine, Hierarchy hierarchy) {
        return new SharedMachines() {
            @Override
            public Machine collective() {
                return engine.collective();
            }

            @Override
            public Machine message(Workbench bench) {
                return engine.message(bench);
            }

            @Override
            public Machine hierarchical(Workbench bench, Operation operation) {
                return hierarchy.machine(bench, operation);
            }
        };
    }

    /** With as many ranks on each node, by chance, as an algorithm can do. */
    static RankRig suiting(Algorithm algorithm, CollectiveShape shape, Random random) {
        RankRig rig = new RankRig(shape.size(), random.nextLong());
        while (!rig.suits(algorithm, shape)) {
            rig.assertNothingLeft();
            rig = new RankRig(shape.size(), random.nextLong());
        }
        return rig;
    }

    private void joinNodes() {
        for (int rank = 0; rank < size(); rank++) {
            int[] neighbours = maps.get(rank).neighbours();
            if (neighbours[0] == rank) {
                NodeEngine.join(
                        Arrays.stream(neighbours).mapToObj(nodeEngines::get).toList(), true);
            }
        }
    }

    /** Whether an algorithm is for such a call here; all are for all, but one. */
    boolean suits(Algorithm algorithm, CollectiveShape shape) {
        CollectiveCall call =
                new CollectiveCall(shape.operation(), 0, 0, shape.count(), shape.type(), shape.op(), shape.root());
        return !algorithm.name().equals(Algorithms.HIERARCHICAL)
                || hierarchies.get(0).suits(call);
    }

    /** The shortest slots that there are; in every other rig larger operations work on the buffers where they are. */
    private NodeLimits limits() {
        long askedFromBytes = isAsking ? 100 : Long.MAX_VALUE;
        return new NodeLimits(1, askedFromBytes, 100, 1);
    }

    CheckedMemory memory() {
        return memory;
    }

    SimNetwork network() {
        return network;
    }

    /** The most scratch that one rank held at once. */
    long peakScratchBytes() {
        return peakScratchBytes;
    }

    int size() {
        return endpoints.size();
    }

    private long nodes() {
        return endpoints.stream()
                .map(each -> each.nodeOf(each.rank()))
                .distinct()
                .count();
    }

    /** The machines of an algorithm, in rank order. */
    List<Machine> machinesOf(Algorithm algorithm) {
        return machines.computeIfAbsent(
                algorithm,
                a -> benches.stream().map(bench -> a.machine().apply(bench)).toList());
    }

    /** One more machine of a rank, for what runs many at a time. */
    Machine newMachine(Algorithm algorithm, int rank) {
        return algorithm.machine().apply(benches.get(rank));
    }

    /** One more machine of a rank for messages to ranks of its node, by the memory that those alone share. */
    Machine newNodeMessage(int rank) {
        return nodeEngines.get(rank).message(benches.get(rank));
    }

    /** Whether two ranks are on one node. */
    boolean areNeighbours(int rank, int other) {
        return maps.get(rank).isNeighbour(other);
    }

    /** Memory of a rank which the others can map. */
    Buffer window(int rank, long bytes) {
        return memories.get(2 * rank).allocate(bytes);
    }

    /** Starts each rank's machine with its call; ranks without a call stay out. */
    void start(List<Machine> running, List<CollectiveCall> calls) {
        tag = (tag + 1) % TAGS;
        for (int rank : shuffledRanks(running.size())) {
            running.get(rank).start(calls.get(rank), tag, network.nowNs());
        }
    }

    /**
     * Steps the machines until all have ended.
     *
     * @param afterStep is told the rank after each of its steps
     */
    void drive(List<Machine> running, IntConsumer afterStep) {
        while (!running.stream().allMatch(Machine::isFinished)) {
            int work = 0;
            for (int rank : shuffledRanks(running.size())) {
                if (random.nextInt(4) != 0) { // some ranks are slower than others
                    work += running.get(rank).step(network.nowNs());
                    afterStep.accept(rank);
                }
            }
            if (work == 0 && !advance() && stepAll(running, afterStep) == 0) {
                throw new AssertionError(hang(running));
            }
        }
    }

    /** Time goes on there too, when no rank can. */
    void alsoAdvance(BooleanSupplier clock) {
        clocks.add(clock);
    }

    /** With thousands of ranks a few arrivals at a time, so that not every rank is asked after each. */
    private boolean advance() {
        boolean moved = network.advance();
        for (BooleanSupplier clock : clocks) {
            moved |= clock.getAsBoolean();
        }
        for (int more = size() / 64; more > 0 && moved; more--) {
            network.advance();
        }
        return moved;
    }

    private int stepAll(List<Machine> running, IntConsumer afterStep) {
        int work = 0;
        for (int rank = 0; rank < running.size(); rank++) {
            work += running.get(rank).step(network.nowNs());
            afterStep.accept(rank);
        }
        return work;
    }

    private String hang(List<Machine> running) {
        StringBuilder text = new StringBuilder("nobody can go on; ").append(this);
        running.forEach(machine -> text.append("\n  ").append(machine.describe()));
        return text.toString();
    }

    /** Ends a rank, as the kernel does when its machine has failed: the peers are told. */
    void abort(int rank) {
        endpoints.get(rank).abort();
    }

    /** Ends a rank without a word. */
    void kill(int rank, Machine machine) {
        network.kill(rank);
        machine.fail(new IcclException(iccl.api.ResultCode.REMOTE_ERROR, null, rank, "killed by the test", null));
    }

    private int[] shuffledRanks(int count) {
        int[] ranks = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            ranks[i] = ranks[other];
            ranks[other] = i;
        }
        return ranks;
    }

    void assertNoMemoryLeft() {
        closeAll();
        memory.assertNothingLeaked();
    }

    private void closeAll() {
        engines.forEach(NodeEngine::close);
        nodeEngines.forEach(NodeEngine::close);
        memories.forEach(HostMemory::close);
    }

    void assertNothingLeft() {
        closeAll();
        network.assertNothingLeft();
        memory.assertNothingLeaked();
    }

    @Override
    public String toString() {
        return size() + " ranks on " + nodes() + " nodes, seed " + seed;
    }
}
