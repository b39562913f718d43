package iccl.kernel.internal.hierarchy;

import iccl.api.IcclException;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.internal.collective.Workbench;
import iccl.kernel.internal.node.NodeEngine;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/**
 * AllToAll of ranks on several nodes: {@link RelayedAllToAll relayed} while it is the number of messages that counts, {@link
 * StraightAllToAll straight} when it is the bytes.
 */
final class AllToAllMachine implements Machine {
    private final long longestRelayed;
    private final Machine relayed;
    private final Machine straight;
    private Machine current;

    /**
     * @param longestRelayed how long a relayed block is at most
     */
    AllToAllMachine(Workbench bench, NodeMap map, NodeEngine engine, long longestRelayed) {
        this.longestRelayed = longestRelayed;
        this.relayed = new RelayedAllToAll(bench, map, engine.side());
        this.straight = new StraightAllToAll(bench, map, engine);
        this.current = relayed;
    }

    /** As algorithms are chosen, by power of two. */
    static boolean isRelayed(CollectiveCall call, long longestRelayed) {
        return Long.highestOneBit(call.bytes()) <= longestRelayed;
    }

    @Override
    public void start(CollectiveCall call, int tag, long nowNs) {
        current = isRelayed(call, longestRelayed) ? relayed : straight;
        current.start(call, tag, nowNs);
    }

    @Override
    public int step(long nowNs) {
        return current.step(nowNs);
    }

    @Override
    public boolean isFinished() {
        return current.isFinished();
    }

    @Override
    public @Nullable IcclException failure() {
        return current.failure();
    }

    @Override
    public void fail(IcclException why) {
        current.fail(why);
    }

    @Override
    public int awaitedPeer() {
        return current.awaitedPeer();
    }

    @Override
    public String describe() {
        return current.describe();
    }
}
