package iccl.kernel.internal.collective;

import static java.util.Objects.requireNonNull;

import iccl.kernel.port.CollectiveCall;

/** What a rank does by itself. */
final class LocalWork {
    private LocalWork() {}

    /** Copies unless both are the same place, as they are in place. */
    static void copy(Mover mover, long to, long from, long bytes) {
        if (to != from && bytes > 0) {
            mover.copy(to, from, bytes);
        }
    }

    /**
     * A collective of one rank, or of nothing.
     *
     * @param source room for one address
     */
    static void completeAlone(CollectiveCall call, Workbench bench, long[] source) {
        if (call.count() == 0) {
            return;
        }
        switch (call.operation()) {
            case ALL_REDUCE, REDUCE, REDUCE_SCATTER -> {
                source[0] = call.sendAddress();
                // Even one contribution is folded, so that a NaN comes out as it does with more ranks.
                bench.host().fold(call.type(), requireNonNull(call.op()), call.recvAddress(), source, 1, call.count());
            }
            case BROADCAST, ALL_GATHER, GATHER, SCATTER, ALL_TO_ALL -> copy(
                    bench.mover(), call.recvAddress(), call.sendAddress(), call.bytes());
            case BARRIER -> {}
            case SEND, RECV -> throw new IllegalArgumentException("a message is no collective");
        }
    }
}
