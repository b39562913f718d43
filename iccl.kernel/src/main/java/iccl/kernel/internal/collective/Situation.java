package iccl.kernel.internal.collective;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import org.jspecify.annotations.Nullable;

/**
 * What selection knows of an operation before it starts. The same on every rank, so that all choose the same.
 *
 * @param bytes the operation's {@code count} in bytes
 * @param ranks size of the communicator
 * @param nodes machines that the ranks are on
 * @param deterministic whether floats must be combined in rank order
 */
public record Situation(
        Operation operation,
        long bytes,
        Datatype type,
        @Nullable ReductionOp op,
        int ranks,
        int nodes,
        boolean deterministic) {}
