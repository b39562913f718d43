package iccl.kernel.internal.hierarchy;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.node.NodeEngine;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/** Makes the machines of a rank whose communicator has two levels. */
public final class Hierarchy {
    private final NodeMap map;
    private final NodeEngine engine;

    /**
     * @param engine of the ranks of this rank's node
     */
    public Hierarchy(NodeMap map, NodeEngine engine) {
        this.map = map;
        this.engine = engine;
    }

    /** A machine for any collective that {@link #suits}; one at a time is at work. */
    public Machine machine(Workbench bench) {
        return new HierarchicalMachine(bench, map, engine.side());
    }

    /** Whether it can do a call; the same on every rank. */
    public boolean suits(CollectiveCall call) {
        return switch (call.operation()) {
            case ALL_REDUCE, REDUCE -> exists(call.type(), call.op());
            case REDUCE_SCATTER -> map.isEven() && exists(call.type(), call.op());
            case BROADCAST, BARRIER -> true;
            case ALL_GATHER, GATHER, SCATTER -> map.isEven();
            case ALL_TO_ALL, SEND, RECV -> false;
        };
    }

    private static boolean exists(Datatype type, @Nullable ReductionOp op) {
        return op != null && Partial.exists(type, op);
    }
}
