package iccl.kernel.internal.hierarchy;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.node.NodeEngine;
import iccl.kernel.internal.select.Algorithms;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/** Makes the machines of a rank whose communicator has two levels. */
public final class Hierarchy {
    private final NodeMap map;
    private final NodeEngine engine;
    private final long longestRelayed;

    /** With the limits that were found to be best. */
    public Hierarchy(NodeMap map, NodeEngine engine) {
        this(map, engine, Algorithms.RELAYED_BYTES);
    }

    /**
     * @param engine of the ranks of this rank's node
     * @param relayedBytes how much a rank has for all in an AllToAll, up to which it goes by rails
     */
    public Hierarchy(NodeMap map, NodeEngine engine, long relayedBytes) {
        this.map = map;
        this.engine = engine;
        this.longestRelayed = relayedBytes / map.size();
    }

    /** A machine for calls of that collective that it {@link #suits}; one at a time is at work. */
    public Machine machine(Workbench bench, Operation operation) {
        return operation == Operation.ALL_TO_ALL
                ? new AllToAllMachine(bench, map, engine, longestRelayed)
                : new HierarchicalMachine(bench, map, engine.side());
    }

    /** Whether it can do a call; the same on every rank. */
    public boolean suits(CollectiveCall call) {
        return switch (call.operation()) {
            case ALL_REDUCE, REDUCE -> exists(call.type(), call.op());
            case REDUCE_SCATTER -> map.isEven() && exists(call.type(), call.op());
            case BROADCAST, BARRIER -> true;
            case ALL_GATHER, GATHER, SCATTER -> map.isEven();
            case ALL_TO_ALL -> map.isConsecutive() || AllToAllMachine.isRelayed(call, longestRelayed);
            case SEND, RECV -> false;
        };
    }

    private static boolean exists(Datatype type, @Nullable ReductionOp op) {
        return op != null && Partial.exists(type, op);
    }
}
