package iccl.kernel.port;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import org.jspecify.annotations.Nullable;

/**
 * What one rank was asked to do, checked and by address. Lengths follow from {@link iccl.api.Communicator}. The kernel uses
 * an object again for another operation when this one has ended: who wants to keep something copies it.
 */
public final class CollectiveCall {
    private Operation operation;
    private long sendAddress;
    private long recvAddress;
    private long count;
    private Datatype type;
    private @Nullable ReductionOp op;
    private int root;

    /** A barrier, until it is {@link #assign assigned}. */
    public CollectiveCall() {
        this(Operation.BARRIER, 0, 0, 0, Datatype.UINT8, null, 0);
    }

    /**
     * @param sendAddress 0 where this rank sends nothing
     * @param recvAddress 0 where this rank receives nothing
     * @param count elements, at least 0, as the operation's own text counts them
     * @param op null unless the operation reduces
     * @param root the root of a rooted operation, the peer of a point-to-point one, else 0
     */
    public CollectiveCall(
            Operation operation,
            long sendAddress,
            long recvAddress,
            long count,
            Datatype type,
            @Nullable ReductionOp op,
            int root) {
        this.operation = operation;
        this.sendAddress = sendAddress;
        this.recvAddress = recvAddress;
        this.count = count;
        this.type = type;
        this.op = op;
        this.root = root;
    }

    /** Makes it stand for another operation; the arguments are the constructor's. */
    public void assign(
            Operation newOperation,
            long newSendAddress,
            long newRecvAddress,
            long newCount,
            Datatype newType,
            @Nullable ReductionOp newOp,
            int newRoot) {
        operation = newOperation;
        sendAddress = newSendAddress;
        recvAddress = newRecvAddress;
        count = newCount;
        type = newType;
        op = newOp;
        root = newRoot;
    }

    /** Makes it stand for what another stands for. */
    public void assign(CollectiveCall other) {
        assign(other.operation, other.sendAddress, other.recvAddress, other.count, other.type, other.op, other.root);
    }

    public Operation operation() {
        return operation;
    }

    public long sendAddress() {
        return sendAddress;
    }

    public long recvAddress() {
        return recvAddress;
    }

    public long count() {
        return count;
    }

    public Datatype type() {
        return type;
    }

    public @Nullable ReductionOp op() {
        return op;
    }

    public int root() {
        return root;
    }

    /** Bytes of {@link #count} elements. */
    public long bytes() {
        return count * type.bytes();
    }

    @Override
    public String toString() {
        return operation.title() + " of " + count + " " + type.label() + (op == null ? "" : " " + op.label());
    }
}
