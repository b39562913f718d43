package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import org.jspecify.annotations.Nullable;

/**
 * What the program gave, unchecked; any reference may be null, whatever the API says.
 *
 * @param root the root, or the peer of a point-to-point operation
 */
record Arguments(
        Operation operation,
        @Nullable Buffer send,
        @Nullable Buffer recv,
        long count,
        @Nullable Datatype type,
        @Nullable ReductionOp op,
        int root) {}
