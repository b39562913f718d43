package iccl.kernel.internal.hierarchy;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Blame;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.PairwiseAllToAll;
import iccl.kernel.internal.collective.StateMachine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.node.NodeEngine;
import iccl.kernel.port.CollectiveCall;

/**
 * An AllToAll of large blocks: those between nodes go straight from buffer to buffer as messages, by pairs, while those between
 * ranks of a node go through its memory. The ranks of each node are consecutive.
 */
final class StraightAllToAll extends StateMachine<StraightAllToAll.State> {
    /** In the order of a healthy run. */
    enum State {
        IDLE,
        /** Blocks are under way. */
        MOVING,
        DONE,
        FAILED
    }

    private final Workbench bench;
    private final NodeMap map;
    private final Machine messages;
    private final Machine inNode;
    private final CollectiveCall call = new CollectiveCall();
    /** What the ranks of the node do. */
    private final CollectiveCall part = new CollectiveCall();

    StraightAllToAll(Workbench bench, NodeMap map, NodeEngine engine) {
        super(State.IDLE, State.DONE, State.FAILED);
        this.bench = bench;
        this.map = map;
        this.messages = new PairwiseAllToAll(bench, rank -> !map.isNeighbour(rank));
        this.inNode = engine.collective();
    }

    @Override
    public void start(CollectiveCall next, int tag, long now) {
        requireStartable();
        call.assign(next);
        at(now);
        long first = map.rankOf(map.node(), 0) * call.bytes();
        part.assign(
                call.operation(),
                call.sendAddress() + first,
                call.recvAddress() + first,
                call.count(),
                call.type(),
                call.op(),
                call.root());
        become(State.MOVING, "started");
        messages.start(call, tag, now);
        inNode.start(part, tag, now);
    }

    @Override
    public int step(long now) {
        at(now);
        return switch (state()) {
            case MOVING -> move();
            case IDLE, DONE, FAILED -> 0;
        };
    }

    /** The messages first: they travel while the node's memory is at work. */
    private int move() {
        int work = step(messages) + step(inNode);
        if (state() == State.MOVING && messages.isFinished() && inNode.isFinished()) {
            become(State.DONE, "all blocks are there");
        }
        return work;
    }

    private int step(Machine machine) {
        if (machine.isFinished()) {
            return 0;
        }
        int work = machine.step(nowNs());
        IcclException why = machine.failure();
        if (why != null) {
            fail(why);
        }
        return work;
    }

    @Override
    public void fail(IcclException why) {
        if (isFinished()) {
            return;
        }
        becomeFailed(Blame.within(call.operation(), why), "failed");
        try {
            end(messages, why);
        } finally {
            end(inNode, why);
        }
    }

    private static void end(Machine machine, IcclException why) {
        if (!machine.isFinished()) {
            machine.fail(why);
        }
    }

    @Override
    public int awaitedPeer() {
        int place = messages.isFinished() ? inNode.awaitedPeer() : IcclException.NO_RANK;
        return place == IcclException.NO_RANK ? place : map.rankOf(map.node(), place);
    }

    @Override
    public String describe() {
        return "StraightAllToAll on rank " + bench.rank() + " " + life() + "; to other nodes: " + messages.describe()
                + "; in node " + map.node() + ", where ranks are places: " + inNode.describe();
    }
}
