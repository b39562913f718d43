package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.port.CollectiveCall;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * What the program gave, unchecked; any reference may be null, whatever the API says. A communicator uses an object again and
 * again, so that an operation that the program waits for puts nothing on the heap.
 */
final class Arguments {
    /** What the threads of a communicator use again, each its own: no thread waits for another's writes. */
    static final class Spare {
        private static final int THREADS = 8;

        /** By thread; two that come to the same place take turns in it, and then there is garbage. */
        private final @Nullable Arguments[] kept = new Arguments[THREADS];

        Arguments take() {
            Thread thread = Thread.currentThread();
            // Not the identity hash: of an object that another thread waits for it takes a native call.
            int place = (int) thread.getId() & THREADS - 1;
            Arguments taken = kept[place];
            if (taken == null || !taken.thread.refersTo(thread) || taken.inUse) {
                taken = new Arguments();
                kept[place] = taken;
            }
            taken.inUse = true;
            return taken;
        }

        /** Lets go of the program's buffers, too. */
        void give(Arguments arguments) {
            arguments.send = null;
            arguments.recv = null;
            arguments.inUse = false;
        }
    }

    /** The one that made them and uses them. Final, so that others see it, whatever else they see. */
    private final WeakReference<Thread> thread = new WeakReference<>(Thread.currentThread());

    private boolean inUse;
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
