package iccl.backend.mpi;

import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;

/**
 * MPI's own nonblocking collectives, where they do exactly what is asked: moving bytes, and reductions of integers.
 *
 * <p>MPI wants {@code MPI_IN_PLACE} from all ranks or from none, and libraries choose their algorithm by it, while here
 * each rank may be in place or not. So it is used only at a root, where MPI allows it; elsewhere a copy is made.
 */
final class MpiCollectives {
    private final MpiCommunicator communicator;
    private final HostPlatform host;
    private final Scratch scratch;

    MpiCollectives(MpiCommunicator communicator, HostPlatform host, Scratch scratch) {
        this.communicator = communicator;
        this.host = host;
        this.scratch = scratch;
    }

    /** The answer depends on nothing but what is the same on every rank. */
    boolean offers(CollectiveCall call) {
        if (call.operation() == Operation.BARRIER) {
            return true;
        }
        if (call.operation().isPointToPoint() || call.count() <= 0 || totalBytes(call) > Integer.MAX_VALUE) {
            return false;
        }
        ReductionOp op = call.op();
        return !call.operation().isReducing()
                || (op != null
                        && op != ReductionOp.AVG
                        && !call.type().isFloating()
                        && communicator.reduces(call.type(), op));
    }

    private long totalBytes(CollectiveCall call) {
        return switch (call.operation()) {
            case ALL_REDUCE, REDUCE, BROADCAST, SEND, RECV, BARRIER -> call.bytes();
            case ALL_GATHER, GATHER, SCATTER, REDUCE_SCATTER, ALL_TO_ALL -> call.bytes() * communicator.size();
        };
    }

    /** Starts an offered call. */
    void start(CollectiveCall call, Pending pending) {
        pending.add(communicator.start(outOfPlace(call, pending), isInPlaceAtRoot(call)));
    }

    /** The same call with memory of our own where buffers overlap. */
    private CollectiveCall outOfPlace(CollectiveCall call, Pending pending) {
        long send = call.sendAddress();
        long recv = call.recvAddress();
        long own = communicator.rank() * call.bytes();
        switch (call.operation()) {
            case ALL_REDUCE -> {
                return send == recv ? withCopiedSource(call, pending, call.bytes()) : call;
            }
            case ALL_GATHER -> {
                return send == recv + own ? withCopiedSource(call, pending, call.bytes()) : call;
            }
            case ALL_TO_ALL -> {
                return send == recv ? withCopiedSource(call, pending, totalBytes(call)) : call;
            }
            case REDUCE_SCATTER -> {
                if (recv != send + own) {
                    return call;
                }
                scratch.take(pending, call.bytes());
                pending.scratchTo = recv;
                pending.bytes = call.bytes();
                return with(call, send, pending.scratch);
            }
            case BROADCAST -> {
                if (communicator.rank() == call.root() && recv != 0 && recv != send) {
                    host.copy(recv, send, call.bytes());
                }
                return call;
            }
            case REDUCE, GATHER, SCATTER, SEND, RECV, BARRIER -> {
                return call;
            }
        }
        throw new AssertionError(call.operation());
    }

    private CollectiveCall withCopiedSource(CollectiveCall call, Pending pending, long bytes) {
        scratch.take(pending, bytes);
        host.copy(pending.scratch, call.sendAddress(), bytes);
        return with(call, pending.scratch, call.recvAddress());
    }

    private static CollectiveCall with(CollectiveCall call, long send, long recv) {
        return new CollectiveCall(call.operation(), send, recv, call.count(), call.type(), call.op(), call.root());
    }

    private boolean isInPlaceAtRoot(CollectiveCall call) {
        if (!call.operation().isRooted() || communicator.rank() != call.root()) {
            return false;
        }
        long own = communicator.rank() * call.bytes();
        return switch (call.operation()) {
            case REDUCE -> call.sendAddress() == call.recvAddress();
            case GATHER -> call.sendAddress() == call.recvAddress() + own;
            case SCATTER -> call.recvAddress() == call.sendAddress() + own;
            case ALL_REDUCE, BROADCAST, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, SEND, RECV, BARRIER -> false;
        };
    }

    /** What remains to be done when MPI is done. */
    void finish(Pending pending) {
        if (pending.scratchTo != 0) {
            host.copy(pending.scratchTo, pending.scratch, pending.bytes);
        }
        scratch.give(pending);
    }
}
