package iccl.kernel.testkit;

import static java.util.Objects.requireNonNull;

import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;
import org.jspecify.annotations.Nullable;

/** A collective of the simulated transport's own: done by itself when the last rank has come. */
final class SimCollective {
    private final SimNetwork network;
    private final SimGroup group;
    private final @Nullable CollectiveCall[] calls;
    private int joined;
    private long doneAtNs;
    private boolean broken;

    SimCollective(SimNetwork network, SimGroup group) {
        this.network = network;
        this.group = group;
        this.calls = new CollectiveCall[group.size()];
    }

    void join(int rank, CollectiveCall call) {
        calls[rank] = call;
        if (++joined == calls.length && !broken) {
            run();
            doneAtNs = network.arrival(0, 0, call.bytes());
            network.expect(doneAtNs);
        }
    }

    void onLeave(int rank) {
        if (joined < calls.length) {
            broken = true;
        }
        calls[rank] = null;
    }

    boolean isDone() {
        return joined == calls.length && !broken && network.nowNs() >= doneAtNs;
    }

    /** A rank that is gone and for which the others wait in vain, or -1. */
    int goneRank() {
        for (int rank = 0; rank < calls.length; rank++) {
            if ((joined < calls.length || broken) && group.isGone(rank)) {
                return rank;
            }
        }
        return -1;
    }

    private CollectiveCall call(int rank) {
        return requireNonNull(calls[rank]);
    }

    private void run() {
        CollectiveCall first = call(0);
        CollectiveShape shape = new CollectiveShape(
                first.operation(), first.type(), first.op(), first.root(), calls.length, first.count());
        if (first.operation() == Operation.BARRIER || first.count() == 0) {
            return;
        }
        HostPlatform host = network.host();
        int width = first.type().bytes();
        long[] inputs = new long[calls.length];
        for (int rank = 0; rank < calls.length; rank++) {
            long bytes = shape.sendElements(rank) * width;
            inputs[rank] = host.allocate(MemorySpace.HOST, Math.max(1, bytes));
            host.copy(inputs[rank], bytes == 0 ? 0 : call(rank).sendAddress(), bytes);
        }
        for (int rank = 0; rank < calls.length; rank++) {
            if (shape.recvElements(rank) > 0) {
                write(shape, rank, inputs);
            }
        }
        for (long input : inputs) {
            host.free(MemorySpace.HOST, input);
        }
    }

    private void write(CollectiveShape shape, int rank, long[] inputs) {
        long part = shape.count() * shape.type().bytes();
        long to = call(rank).recvAddress();
        HostPlatform host = network.host();
        switch (shape.operation()) {
            case ALL_REDUCE, REDUCE -> fold(shape, to, inputs, 0);
            case REDUCE_SCATTER -> fold(shape, to, inputs, rank * part);
            case BROADCAST -> host.copy(to, inputs[shape.root()], part);
            case SCATTER -> host.copy(to, inputs[shape.root()] + rank * part, part);
            case ALL_GATHER, GATHER -> collect(to, inputs, part, 0);
            case ALL_TO_ALL -> collect(to, inputs, part, rank * part);
            case BARRIER, SEND, RECV -> throw new IllegalArgumentException(shape + " writes nothing");
        }
    }

    private void fold(CollectiveShape shape, long to, long[] inputs, long offset) {
        long[] sources = new long[inputs.length];
        for (int rank = 0; rank < inputs.length; rank++) {
            sources[rank] = inputs[rank] + offset;
        }
        network.host().fold(shape.type(), requireNonNull(shape.op()), to, sources, sources.length, shape.count());
    }

    private void collect(long to, long[] inputs, long part, long offset) {
        for (int rank = 0; rank < inputs.length; rank++) {
            network.host().copy(to + rank * part, inputs[rank] + offset, part);
        }
    }

    @Override
    public String toString() {
        return "collective with " + joined + " of " + calls.length + " ranks";
    }
}
