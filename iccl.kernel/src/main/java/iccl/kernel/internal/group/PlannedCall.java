package iccl.kernel.internal.group;

import iccl.api.Buffer;
import iccl.kernel.internal.stream.WorkerStream;
import iccl.kernel.port.CollectiveCall;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A checked operation that has not been issued yet. A group uses one again and again. */
public final class PlannedCall {
    private final CollectiveCall call = new CollectiveCall();
    private @Nullable GroupMember member;
    private @Nullable Buffer send;
    private @Nullable Buffer recv;
    private @Nullable WorkerStream stream;

    /**
     * Completes it, once {@link #call} is checked.
     *
     * @param newSend the buffer behind the call's address; kept alive until the end
     * @param newRecv as {@code newSend}
     * @param newStream null = the calling thread runs it
     */
    public PlannedCall by(
            GroupMember newMember,
            @Nullable Buffer newSend,
            @Nullable Buffer newRecv,
            @Nullable WorkerStream newStream) {
        member = newMember;
        send = newSend;
        recv = newRecv;
        stream = newStream;
        return this;
    }

    /** Lets go of the program's buffers, and of the rest. */
    void forget() {
        member = null;
        send = null;
        recv = null;
        stream = null;
    }

    GroupMember member() {
        return Objects.requireNonNull(member);
    }

    public CollectiveCall call() {
        return call;
    }

    public @Nullable Buffer send() {
        return send;
    }

    public @Nullable Buffer recv() {
        return recv;
    }

    public @Nullable WorkerStream stream() {
        return stream;
    }
}
