package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import org.jspecify.annotations.Nullable;

/**
 * One collective of all ranks, as a test sees it: how long its buffers are and what must be in them.
 *
 * @param operation not a point-to-point one
 * @param op null unless the operation reduces
 * @param root 0 unless the operation has one
 * @param count as the operation counts
 */
public record CollectiveShape(
        Operation operation, Datatype type, @Nullable ReductionOp op, int root, int size, long count) {

    /** Elements of the rank's send buffer; 0 where it has none. */
    public long sendElements(int rank) {
        return switch (operation) {
            case ALL_REDUCE, REDUCE, ALL_GATHER, GATHER -> count;
            case BROADCAST -> rank == root ? count : 0;
            case SCATTER -> rank == root ? size * count : 0;
            case REDUCE_SCATTER, ALL_TO_ALL -> size * count;
            case BARRIER -> 0;
            case SEND, RECV -> throw pointToPoint();
        };
    }

    /** Elements of the rank's receive buffer; 0 where it has none. */
    public long recvElements(int rank) {
        return switch (operation) {
            case ALL_REDUCE, BROADCAST, SCATTER, REDUCE_SCATTER -> count;
            case REDUCE -> rank == root ? count : 0;
            case ALL_GATHER, ALL_TO_ALL -> size * count;
            case GATHER -> rank == root ? size * count : 0;
            case BARRIER -> 0;
            case SEND, RECV -> throw pointToPoint();
        };
    }

    /** Whether the operation has an in-place form that differs on this rank from the other. */
    public boolean hasInPlaceForm(int rank) {
        return operation != Operation.BARRIER && (!operation.isRooted() || rank == root);
    }

    /** In place: where the send buffer begins in the one buffer, in elements; that buffer has the longer one's length. */
    public long inPlaceSendOffset(int rank) {
        return operation == Operation.ALL_GATHER || operation == Operation.GATHER ? rank * count : 0;
    }

    /** In place: where the receive buffer begins in the one buffer, in elements. */
    public long inPlaceRecvOffset(int rank) {
        return operation == Operation.SCATTER || operation == Operation.REDUCE_SCATTER ? rank * count : 0;
    }

    private IllegalArgumentException pointToPoint() {
        return new IllegalArgumentException(operation.title() + " is no collective");
    }
}
