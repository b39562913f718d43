package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.SharedMachines;
import iccl.kernel.internal.config.Settings;
import iccl.kernel.internal.memory.HostMemory;
import iccl.kernel.internal.node.NodeEngine;
import iccl.kernel.internal.node.NodeLimits;
import iccl.kernel.port.CollectiveCall;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the ranks of a communicator share memory, and what this rank has of it. They do when all are on one machine and every
 * rank can open the others' memory; else they send messages, and {@link #describe} says why.
 *
 * <p>Threads: {@link #agree} or {@link #join} before the first operation; then all methods may be called by any thread,
 * machines are made and {@link #close} comes under the driver's guard.
 */
final class Sharing implements SharedMachines {
    /** What ranks answer: the first that has trouble, and whether all can copy each other's memory. */
    private static final int ANSWERS = 2;

    private final Neighbourhood neighbourhood;
    private final NodeEngine engine;
    private volatile @Nullable String obstacle = "the ranks have not met yet";

    Sharing(Blueprint blueprint, Neighbourhood neighbourhood, Settings settings) {
        this.neighbourhood = neighbourhood;
        this.engine =
                new NodeEngine(blueprint.endpoint(), blueprint.memory(), NodeLimits.standard(settings.sharedBytes()));
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
            String trouble = engine.open(offers);
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

    private @Nullable String obstacleBefore() {
        if (neighbourhood.size() == 1) {
            return "there is one rank";
        }
        return neighbourhood.nodes() == 1 ? null : "the ranks are on " + neighbourhood.nodes() + " machines";
    }

    private void conclude(@Nullable String trouble, int firstWithTrouble, boolean canCopy) {
        if (firstWithTrouble == neighbourhood.size()) {
            obstacle = null;
            if (canCopy) {
                engine.allowCopies();
            }
            return;
        }
        obstacle = trouble == null ? "rank " + firstWithTrouble + " cannot open another's memory" : trouble;
        engine.close();
    }

    /** Makes the ranks share that are threads of this process; nobody else is asked. */
    static void join(List<Sharing> ranks) {
        String why = ranks.get(0).obstacleBefore();
        String obstacle = why == null
                ? NodeEngine.join(ranks.stream().map(rank -> rank.engine).toList(), false)
                : why;
        ranks.forEach(rank -> rank.obstacle = obstacle);
    }

    /** Whether collectives can go through shared memory; the same on every rank. */
    boolean isPossible() {
        return obstacle == null;
    }

    @Override
    public Machine collective() {
        return engine.collective();
    }

    @Override
    public Machine message(Machine transport) {
        return engine.message(transport);
    }

    /** For people: why not, or that it is so. */
    String describe() {
        String why = obstacle;
        return why == null ? ", the ranks share memory" : ", the ranks share no memory: " + why;
    }

    void close() {
        obstacle = "the communicator has ended";
        engine.close();
    }
}
