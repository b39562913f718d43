package iccl.kernel.internal.group;

import iccl.api.Buffer;
import iccl.kernel.internal.stream.WorkerStream;
import iccl.kernel.port.CollectiveCall;
import org.jspecify.annotations.Nullable;

/**
 * A checked operation that has not been issued yet.
 *
 * @param send the buffer behind the call's address; kept alive until the end
 * @param recv as {@code send}
 * @param stream null = the calling thread runs it
 */
public record PlannedCall(
        GroupMember member,
        CollectiveCall call,
        @Nullable Buffer send,
        @Nullable Buffer recv,
        @Nullable WorkerStream stream) {}
