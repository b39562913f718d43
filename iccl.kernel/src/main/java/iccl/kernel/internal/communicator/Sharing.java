package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.SharedMachines;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.hierarchy.Hierarchy;
import iccl.kernel.internal.hierarchy.NodeMap;
import iccl.kernel.internal.hierarchy.PartEndpoint;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.internal.node.NodeEngine;
import iccl.kernel.internal.node.NodeLimits;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.Endpoint;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the ranks of a communicator share memory, and what this rank has of it: with all of them, if they are on one machine;
 * else with those of its own machine. They do when every rank can open the memory of the others there; else all send messages,
 * and {@link #describe} says why.
 *
 * <p>Threads: {@link #agree} or {@link #join} before the first operation; then all methods may be called by any thread,
 * machines are made and {@link #close} comes under the driver's guard.
 */
final class Sharing implements SharedMachines {
    /** What ranks answer: the first that has trouble, and whether all can copy each other's memory. */
    private static final int ANSWERS = 2;

    private final Neighbourhood neighbourhood;
    private final NodeMap map;
    private final NodeEngine engine;
    private final Hierarchy hierarchy;
    private volatile @Nullable String obstacle = "the ranks have not met yet";

    Sharing(Blueprint blueprint, Neighbourhood neighbourhood, Settings settings) {
        this.neighbourhood = neighbourhood;
        Endpoint all = blueprint.endpoint();
        this.map = NodeMap.of(all);
        Endpoint node = neighbourhood.nodes() == 1 ? all : new PartEndpoint(all, map.neighbours());
        this.engine =
                new NodeEngine(node, blueprint.memory(), NodeLimits.standard(settings.sharedBytes()), map.neighbours());
        this.hierarchy = new Hierarchy(map, engine);
    }

    /** Asks the other ranks; all of them do. */
    void agree(Blueprint blueprint, Issuer issuer) {
        Settings settings = blueprint.shared().settings().get();
        obstacle = obstacleBefore();
        if (obstacle != null) {
            return;
        }
        int rank = neighbourhood.rank();
        int size = neighbourhood.size();
        Buffer all =
                blueprint.memory().allocateOrdinary((long) size * NodeEngine.OFFER_BYTES + 2 * ANSWERS * Long.BYTES);
        try {
            ByteBuffer offers = all.asByteBuffer();
            long own = all.address() + (long) rank * NodeEngine.OFFER_BYTES;
            // Until it is known, what tells it must go as messages.
            obstacle = "the ranks have not met yet";
            engine.offer(offers, rank * NodeEngine.OFFER_BYTES);
            issuer.run(
                    new CollectiveCall(
                            Operation.ALL_GATHER, own, all.address(), NodeEngine.OFFER_BYTES, Datatype.UINT8, null, 0),
                    settings);
            String trouble = engine.open(offersOfNeighbours(offers));
            int answer = size * NodeEngine.OFFER_BYTES;
            offers.putLong(answer, trouble == null ? size : rank)
                    .putLong(answer + Long.BYTES, engine.canCopy() ? 1 : 0);
            long place = all.address() + answer;
            long least = place + ANSWERS * Long.BYTES;
            issuer.run(
                    new CollectiveCall(Operation.ALL_REDUCE, place, least, ANSWERS, Datatype.INT64, ReductionOp.MIN, 0),
                    settings);
            int agreed = answer + ANSWERS * Long.BYTES;
            conclude(trouble, (int) offers.getLong(agreed), offers.getLong(agreed + Long.BYTES) == 1);
        } finally {
            HostMemory.free(all);
        }
    }

    private ByteBuffer offersOfNeighbours(ByteBuffer all) {
        if (neighbourhood.nodes() == 1) {
            return all;
        }
        int[] ranks = map.neighbours();
        ByteBuffer few =
                ByteBuffer.allocate(ranks.length * NodeEngine.OFFER_BYTES).order(all.order());
        for (int rank : ranks) {
            few.put(all.slice(rank * NodeEngine.OFFER_BYTES, NodeEngine.OFFER_BYTES));
        }
        return few;
    }

    private @Nullable String obstacleBefore() {
        if (neighbourhood.size() == 1) {
            return "there is one rank";
        }
        return neighbourhood.nodes() < neighbourhood.size() ? null : "each rank is on a machine of its own";
    }

    private void conclude(@Nullable String trouble, int firstWithTrouble, boolean canCopy) {
        if (firstWithTrouble == neighbourhood.size()) {
            obstacle = null;
            if (canCopy) {
                engine.allowCopies();
            }
            return;
        }
        String own = trouble == null || neighbourhood.nodes() == 1
                ? trouble
                : trouble + " (counted on the machine of rank " + neighbourhood.rank() + ")";
        obstacle = own == null ? "rank " + firstWithTrouble + " cannot open another's memory" : own;
        engine.close();
    }

    /** Makes the ranks share that are threads of this process; nobody else is asked. */
    static void join(List<Sharing> ranks) {
        String obstacle = ranks.get(0).obstacleBefore();
        for (Sharing first : ranks) {
            if (obstacle == null && first.neighbourhood.localRank() == 0) {
                List<NodeEngine> engines = Arrays.stream(first.map.neighbours())
                        .mapToObj(rank -> ranks.get(rank).engine)
                        .toList();
                obstacle = NodeEngine.join(engines, false);
            }
        }
        for (Sharing rank : ranks) {
            rank.obstacle = obstacle;
            if (obstacle != null) {
                rank.engine.close();
            }
        }
    }

    /** Whether collectives can go through shared memory alone; the same on every rank. */
    boolean isPossible() {
        return obstacle == null && neighbourhood.nodes() == 1;
    }

    /** Whether messages to and from a rank can go through shared memory; the same on both. */
    boolean reaches(int peer) {
        return obstacle == null && map.isNeighbour(peer);
    }

    /** Whether a collective can go through shared memory inside machines and by messages between them; the same on every rank. */
    boolean suitsHierarchy(CollectiveCall call) {
        return obstacle == null && map.hasTwoLevels() && hierarchy.suits(call);
    }

    @Override
    public Machine hierarchical(Workbench bench, Operation operation) {
        return hierarchy.machine(bench, operation);
    }

    @Override
    public Machine collective() {
        return engine.collective();
    }

    @Override
    public Machine message(Workbench bench) {
        return engine.message(bench);
    }

    /** For people: why not, or that it is so. */
    String describe() {
        String why = obstacle;
        String shares = neighbourhood.nodes() == 1 ? ", the ranks share memory" : ", those of a machine share memory";
        return why == null ? shares : ", the ranks share no memory: " + why;
    }

    void close() {
        obstacle = "the communicator has ended";
        engine.close();
    }
}
