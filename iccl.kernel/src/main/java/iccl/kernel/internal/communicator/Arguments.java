package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.port.CollectiveCall;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What the program gave, unchecked; any reference may be null, whatever the API says. A communicator uses one object again and
 * again, so that an operation that the program waits for puts nothing on the heap.
 */
final class Arguments {
    /** The one object of a communicator; whoever comes while it is in use gets another. */
    static final class Spare {
        private final AtomicReference<@Nullable Arguments> spare = new AtomicReference<>(new Arguments());

        Arguments take() {
            Arguments taken = spare.getAndSet(null);
            return taken == null ? new Arguments() : taken;
        }

        /** Lets go of the program's buffers, too. */
        void give(Arguments arguments) {
            arguments.send = null;
            arguments.recv = null;
            spare.setRelease(arguments);
        }
    }

    private final CollectiveCall call = new CollectiveCall();
    private Operation operation = Operation.BARRIER;
    private @Nullable Buffer send;
    private @Nullable Buffer recv;
    private long count;
    private @Nullable Datatype type;
    private @Nullable ReductionOp op;
    private int root;

    /** Takes the buffers and the kind of an operation; the rest follows. */
    Arguments of(Operation newOperation, @Nullable Buffer newSend, @Nullable Buffer newRecv) {
        operation = newOperation;
        send = newSend;
        recv = newRecv;
        return this;
    }

    /**
     * The rest.
     *
     * @param newRoot the root, or the peer of a point-to-point operation
     */
    Arguments with(long newCount, @Nullable Datatype newType, @Nullable ReductionOp newOp, int newRoot) {
        count = newCount;
        type = newType;
        op = newOp;
        root = newRoot;
        return this;
    }

    /** For the checked call, if it ends before the arguments are given back. */
    CollectiveCall call() {
        return call;
    }

    Operation operation() {
        return operation;
    }

    @Nullable
    Buffer send() {
        return send;
    }

    @Nullable
    Buffer recv() {
        return recv;
    }

    long count() {
        return count;
    }

    @Nullable
    Datatype type() {
        return type;
    }

    @Nullable
    ReductionOp op() {
        return op;
    }

    int root() {
        return root;
    }
}
