package iccl.kernel.internal.hierarchy;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.kernel.internal.collective.Blame;
import iccl.kernel.internal.collective.PairwiseExchange;
import iccl.kernel.internal.collective.WatchfulMachine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.node.NodeSide;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/**
 * An AllToAll of small blocks: the ranks of a node show each other all that they have, the rails' ranks swap {@link Parcels} with
 * the other nodes, and show what came for others. What does not fit into a slot goes in slices.
 *
 * <p>Messages: one between any two nodes on each rail. Bytes of a rail's rank: what its node has for the ranks elsewhere that the
 * rail serves. Scratch: those, and as much that comes in; one more send buffer in place, if that is longer than a slot.
 */
final class RelayedAllToAll extends WatchfulMachine<RelayedAllToAll.State> {
    /** In the order of a healthy run. */
    enum State {
        IDLE,
        /** Waits until it may show its blocks, or a slice of them. */
        GIVING,
        /** Waits for those of the node's other ranks. */
        TAKING,
        /** Its rail swaps parcels. */
        SWAPPING,
        /** Waits until it may show what came in on its rail, or a slice of it. */
        RETURNING,
        /** Waits for what came in on the rail that serves it. */
        KEEPING,
        DONE,
        FAILED
    }

    private final NodeMap map;
    private final NodeSide side;
    private final Relay relay;
    private final @Nullable PairwiseExchange rail;

    private int tag;

    RelayedAllToAll(Workbench bench, NodeMap map, NodeSide side) {
        super(State.IDLE, State.DONE, State.FAILED, side.stepsPerLook());
        this.map = map;
        this.side = side;
        this.relay = new Relay(bench, map, side);
        this.rail = map.hasRail() ? new PairwiseExchange(benchOf(map, bench), relay.parcels()) : null;
    }

    private static Workbench benchOf(NodeMap map, Workbench bench) {
        return new Workbench(
                new PartEndpoint(bench.endpoint(), map.rail()), bench.host(), bench.scratch(), bench.segmentBytes());
    }

    @Override
    public void start(CollectiveCall next, int nextTag, long now) {
        requireStartable();
        at(now);
        tag = nextTag;
        if (next.count() == 0) {
            become(State.DONE, "nothing to exchange");
        } else {
            relay.take(next);
            become(State.GIVING, "started");
        }
    }

    @Override
    protected int advance() {
        int work = 0;
        // Who was late before may be gone by now, and rightly so.
        side.forgetAwaited();
        while (advanceOnce()) {
            work++;
        }
        return work;
    }

    private boolean advanceOnce() {
        return switch (state()) {
            case GIVING -> give();
            case TAKING -> take();
            case SWAPPING -> swap();
            case RETURNING -> giveBack();
            case KEEPING -> keep();
            case IDLE, DONE, FAILED -> false;
        };
    }

    private boolean give() {
        if (!relay.up().isFree()) {
            return false;
        }
        relay.show();
        side.begin();
        become(State.TAKING, "its blocks are shown");
        return true;
    }

    private boolean take() {
        if (!side.haveAllBegun()) {
            return false;
        }
        relay.takeShown();
        if (relay.up().advance()) {
            become(State.GIVING, "a slice is taken");
        } else if (relay.isOnRail()) {
            started(rail).start(relay.call(), tag, nowNs());
            become(State.SWAPPING, "the parcels are full");
        } else {
            become(State.RETURNING, "it has no rail");
        }
        return true;
    }

    private boolean swap() {
        PairwiseExchange swapping = started(rail);
        boolean worked = swapping.step(nowNs()) > 0;
        if (!swapping.isFinished()) {
            return worked;
        }
        IcclException why = swapping.failure();
        if (why != null) {
            throw why;
        }
        relay.keepOwn();
        if (relay.isReturning()) {
            become(State.RETURNING, "the parcels are here");
        } else {
            finish("what came in is its own");
        }
        return true;
    }

    private boolean giveBack() {
        if (!relay.down().isFree()) {
            return false;
        }
        relay.showIncoming();
        side.begin();
        become(State.KEEPING, "what came in is shown");
        return true;
    }

    private boolean keep() {
        if (!side.hasBegun(relay.server())) {
            return false;
        }
        if (!relay.isOnRail()) {
            relay.keepShown();
        }
        if (relay.down().advance()) {
            become(State.RETURNING, "a slice is kept");
        } else {
            finish("what came in is kept");
        }
        return true;
    }

    private void finish(String why) {
        become(State.DONE, why);
        relay.release();
    }

    @Override
    protected void look() {
        if (side.awaited() != IcclException.NO_RANK) {
            side.look();
        }
    }

    @Override
    public void fail(IcclException why) {
        if (isFinished()) {
            return;
        }
        boolean isSwapping = state() == State.SWAPPING;
        becomeFailed(Blame.within(Operation.ALL_TO_ALL, why), "failed");
        try {
            if (isSwapping) {
                started(rail).fail(why);
            }
        } finally {
            relay.release();
        }
    }

    @Override
    public int awaitedPeer() {
        if (state() == State.SWAPPING) {
            return IcclException.NO_RANK;
        }
        int place = side.awaited();
        return place == IcclException.NO_RANK ? place : map.rankOf(map.node(), place);
    }

    @Override
    public String describe() {
        String text = "RelayedAllToAll on rank " + map.rank() + ", place " + map.place() + " of node " + map.node()
                + ", " + life();
        return state() == State.SWAPPING
                ? text + "; on its rail, where ranks are nodes: "
                        + started(rail).describe()
                : text;
    }
}
