package iccl.kernel.internal.hierarchy;

import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.kernel.internal.collective.Blame;
import iccl.kernel.internal.collective.WatchfulMachine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.node.NodeSide;
import iccl.kernel.internal.node.Room;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/**
 * One operation of ranks on several nodes, in two levels: each chunk goes through the memory of the nodes, along the rails, and
 * through the memory of the nodes again. One runs at a time, in issue order: all use the same board. Its messages have one
 * tag, since one chunk at a time is on a rail.
 *
 * <p>Rounds: those of the rail's algorithm for one rank per node. Bytes: a node sends what its ranks together would send if they
 * were one rank. Scratch: three chunks' parts, and the rail's. Chosen for nodes with several ranks.
 */
final class HierarchicalMachine extends WatchfulMachine<HierarchicalMachine.State> {
    /** In the order of a healthy run. */
    enum State {
        IDLE,
        /** Has shown its buffers, or is about to; waits for the others' of the node. */
        ASKING,
        /** Chunks go up, along the rail, and down. */
        MOVING,
        /** Waits until nobody needs its buffers any more. */
        LEAVING,
        DONE,
        FAILED
    }

    /** How much is done before others get their turn. */
    private static final int MOST_WORK = 4;

    private final Workbench bench;
    private final NodeMap map;
    private final NodeSide side;
    private final Job job;
    private final @Nullable Rail rail;
    private final SlotRoute slots;
    private final WindowRoute windows;

    private int tag;
    private Route route;
    private boolean hasShown;
    /** The tick under way, and whether this rank has given its part of it. */
    private long tick;

    private boolean hasGiven;
    /** How many chunks the rail has done. */
    private long railed;

    HierarchicalMachine(Workbench bench, NodeMap map, NodeSide side) {
        super(State.IDLE, State.DONE, State.FAILED, side.stepsPerLook());
        this.bench = bench;
        this.map = map;
        this.side = side;
        this.job = new Job(bench, map);
        this.rail = map.hasRail() ? new Rail(bench, map) : null;
        this.slots = new SlotRoute(job, side);
        this.windows = new WindowRoute(job, side);
        this.route = slots;
    }

    @Override
    public void start(CollectiveCall call, int withTag, long now) {
        requireStartable();
        at(now);
        tag = withTag;
        railed = 0;
        hasShown = false;
        job.take(call);
        if (call.count() == 0 && call.operation() != Operation.BARRIER) {
            become(State.DONE, "nothing to exchange");
            return;
        }
        if (side.isWorthAsking(call.bytes()) && call.operation() != Operation.BARRIER) {
            become(State.ASKING, "started");
        } else {
            move(slots, "started");
        }
    }

    private void move(Route by, String why) {
        route = by;
        by.prepare();
        tick = job.firstTick();
        hasGiven = false;
        job.takeMemory();
        become(State.MOVING, why);
    }

    @Override
    protected int advance() {
        int work = 0;
        // Who was late before may be gone by now, and rightly so.
        side.forgetAwaited();
        while (work < MOST_WORK && advanceOnce()) {
            work++;
        }
        return work;
    }

    private boolean advanceOnce() {
        return switch (state()) {
            case ASKING -> ask();
            case MOVING -> move();
            case LEAVING -> leave();
            case IDLE, DONE, FAILED -> false;
        };
    }

    private boolean ask() {
        if (!hasShown) {
            if (!side.isNextFree(Room.LINE)) {
                return false;
            }
            side.show(job.call().sendAddress(), job.call().recvAddress());
            side.begin();
            hasShown = true;
            return true;
        }
        if (!side.haveAllBegun()) {
            return false;
        }
        if (windows.isPossible()) {
            move(windows, "all buffers are reachable");
        } else {
            move(slots, "a buffer is not shared");
        }
        return true;
    }

    private boolean move() {
        boolean worked = ride();
        if (tick < job.endTick()) {
            worked |= hasGiven ? take() : give();
        }
        boolean isRailDone = !job.isOnRail() || railed == job.cut().chunks();
        if (tick == job.endTick() && isRailDone) {
            end();
            return true;
        }
        return worked;
    }

    /** Goes on with the rail: the chunk that is there, or the next one. */
    private boolean ride() {
        Rail own = rail;
        if (own == null || !job.isOnRail()) {
            return false;
        }
        if (own.isRunning()) {
            boolean worked = own.step(nowNs()) > 0;
            if (!own.isRunning()) {
                job.finish(railed);
                railed++;
            }
            return worked;
        }
        boolean isUp = railed < job.chunksUp(tick);
        boolean hasLane = railed < job.chunksDown(tick) + Lanes.COUNT;
        if (railed == job.cut().chunks() || !isUp || !hasLane) {
            return false;
        }
        job.askRail(own.call(), railed);
        if (own.call().count() == 0 && own.call().operation() != Operation.BARRIER) {
            railed++; // a chunk of fewer elements than rails
        } else {
            own.start(tag, nowNs());
        }
        return true;
    }

    private boolean give() {
        long down = job.downChunk(tick);
        long up = job.upChunk(tick);
        boolean isRailAhead = !job.isOnRail() || down < railed && up < railed + Lanes.COUNT;
        if (!isRailAhead || !route.isFree()) {
            return false;
        }
        route.give(tick);
        hasGiven = true;
        return true;
    }

    private boolean take() {
        if (!route.isReady(tick)) {
            return false;
        }
        route.take(tick);
        hasGiven = false;
        tick++;
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // one of two that it has
    private void end() {
        if (route == windows) {
            side.begin();
            become(State.LEAVING, "its work is done");
        } else {
            finish("all chunks are done");
        }
    }

    private boolean leave() {
        if (!side.haveAllBegun()) {
            return false;
        }
        finish("nobody needs its buffers");
        return true;
    }

    private void finish(String why) {
        become(State.DONE, why);
        job.release();
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
        becomeFailed(Blame.within(job.call().operation(), why), "failed");
        try {
            if (rail != null) {
                rail.fail(why);
            }
        } finally {
            job.release();
        }
    }

    @Override
    public int awaitedPeer() {
        if (rail != null && rail.isRunning()) {
            return rail.awaitedPeer();
        }
        int place = side.awaited();
        return place == IcclException.NO_RANK ? place : map.rankOf(map.node(), place);
    }

    @Override
    public String describe() {
        String text = "HierarchicalMachine on rank " + bench.rank() + ", place " + map.place() + " of node "
                + map.node()
                + ", " + life() + ", tick " + tick
                + " of " + job.firstTick() + " to " + job.endTick() + (hasGiven ? " given" : "") + ", " + railed
                + " of "
                + job.cut().chunks() + " chunks railed";
        return rail == null ? text + ", it has no rail" : text + "; " + rail.describe();
    }
}
