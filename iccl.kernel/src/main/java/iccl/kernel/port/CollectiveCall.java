package iccl.kernel.port;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import org.jspecify.annotations.Nullable;

/**
 * What one rank was asked to do, checked and by address. Lengths follow from {@link iccl.api.Communicator}.
 *
 * @param sendAddress 0 where this rank sends nothing
 * @param recvAddress 0 where this rank receives nothing
 * @param count elements, at least 0, as the operation's own text counts them
 * @param op null unless the operation reduces
 * @param root the root of a rooted operation, the peer of a point-to-point one, else 0
 */
public record CollectiveCall(
        Operation operation,
        long sendAddress,
        long recvAddress,
        long count,
        Datatype type,
        @Nullable ReductionOp op,
        int root) {

    /** Bytes of {@link #count} elements. */
    public long bytes() {
        return count * type.bytes();
    }
}
