package iccl.kernel.internal.communicator;

import iccl.api.Buffer;
import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;
import iccl.kernel.internal.memory.MemoryBuffer;
import iccl.kernel.port.CollectiveCall;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Turns arguments into a checked call, or says which is wrong and why. Nothing has been sent then. */
final class ArgumentCheck {
    private final String communicator;
    private final int rank;
    private final int size;
    private final Function<MemoryBuffer, @Nullable String> objection;

    /**
     * @param communicator for messages
     * @param objection why a buffer cannot be used for where it is, or null
     */
    ArgumentCheck(String communicator, int rank, int size, Function<MemoryBuffer, @Nullable String> objection) {
        this.communicator = communicator;
        this.rank = rank;
        this.size = size;
        this.objection = objection;
    }

    /**
     * @param call becomes the checked call
     */
    void check(Arguments arguments, CollectiveCall call) {
        Operation operation = arguments.operation();
        Datatype type = checkKind(operation, arguments);
        checkRoot(operation, arguments.root());
        long total = totalBytes(arguments, type);
        long part = arguments.count() * type.bytes();
        Shares shares = Shares.of(operation, rank == arguments.root());
        long send = address(arguments, "send", arguments.send(), shares.send().bytes(part, total));
        long recv = address(arguments, "recv", arguments.recv(), shares.recv().bytes(part, total));
        checkOverlap(arguments, shares, send, recv, part, total);
        call.assign(operation, send, recv, arguments.count(), type, arguments.op(), arguments.root());
    }

    /** The arguments of {@code explain}, as a call without buffers. */
    CollectiveCall checkKind(
            @Nullable Operation operation, long count, @Nullable Datatype type, @Nullable ReductionOp op) {
        if (operation == null) {
            throw new IcclException(ResultCode.INVALID_ARGUMENT, "explain on " + communicator + ": operation is null");
        }
        Arguments arguments = new Arguments().of(operation, null, null).with(count, type, op, 0);
        Datatype known = checkKind(operation, arguments);
        totalBytes(arguments, known);
        return new CollectiveCall(operation, 0, 0, count, known, operation.isReducing() ? op : null, 0);
    }

    private Datatype checkKind(Operation operation, Arguments arguments) {
        Datatype type = arguments.type();
        if (type == null) {
            throw wrong(operation, "type is null");
        }
        if (operation.isReducing() && arguments.op() == null) {
            throw wrong(operation, "op is null");
        }
        if (arguments.count() < 0) {
            throw wrong(operation, "count = " + arguments.count() + " is negative");
        }
        return type;
    }

    /** A message to this rank itself needs its other half in the same group. */
    void checkSelf(CollectiveCall call, boolean inGroup) {
        if (call.operation().isPointToPoint() && call.root() == rank && !inGroup) {
            throw new IcclException(
                    ResultCode.INVALID_USAGE,
                    call.operation(),
                    rank,
                    text(
                            call.operation(),
                            "peer = " + rank + " is this rank itself; put the send and its recv into one group"),
                    null);
        }
    }

    /**
     * Whether no other rank has to hear of a call.
     *
     * @param checked whether collectives are compared before they run, also those of nothing
     */
    static boolean movesNothing(CollectiveCall call, boolean checked) {
        boolean compared = checked && !call.operation().isPointToPoint();
        return call.count() == 0 && call.operation() != Operation.BARRIER && !compared;
    }

    /** A root's or peer's range. */
    private void checkRoot(Operation operation, int root) {
        if ((operation.isRooted() || operation.isPointToPoint()) && (root < 0 || root >= size)) {
            String name = operation.isRooted() ? "root" : "peer";
            throw wrong(operation, name + " = " + root + " is not a rank; they are 0 to " + (size - 1));
        }
    }

    private long totalBytes(Arguments arguments, Datatype type) {
        try {
            return Math.multiplyExact(Math.multiplyExact(arguments.count(), (long) type.bytes()), (long) size);
        } catch (ArithmeticException e) {
            throw wrong(
                    arguments.operation(),
                    "count = " + arguments.count() + " of " + type.label() + " on " + size
                            + " ranks is more bytes than a long can count");
        }
    }

    /** The address of a buffer that must hold {@code needed} bytes; 0 when nothing is needed. */
    private long address(Arguments arguments, String name, @Nullable Buffer buffer, long needed) {
        if (needed == 0) {
            return 0;
        }
        Operation operation = arguments.operation();
        if (operation.isPointToPoint()) {
            name = "buffer";
        }
        if (buffer == null) {
            throw wrong(operation, name + " is null");
        }
        if (!(buffer instanceof MemoryBuffer memory)) {
            throw wrong(operation, name + " was not made by memAlloc or wrap of this library");
        }
        if (buffer.bytes() < needed) {
            throw wrong(
                    operation,
                    name + " has " + buffer.bytes() + " bytes, but " + needed + " are needed for count = "
                            + arguments.count() + " of " + label(arguments) + " on " + size + " ranks");
        }
        checkSpace(operation, name, memory);
        int alignment = arguments.type() == null ? 1 : arguments.type().bytes();
        if ((buffer.address() & (alignment - 1)) != 0) { // sizes of datatypes are powers of two
            throw wrong(
                    operation,
                    name + " begins at 0x" + Long.toHexString(buffer.address()) + ", which is not aligned to the "
                            + alignment + " bytes of " + label(arguments));
        }
        return buffer.address();
    }

    private static String label(Arguments arguments) {
        return arguments.type() == null ? "" : arguments.type().label();
    }

    private void checkSpace(Operation operation, String name, MemoryBuffer buffer) {
        try {
            buffer.ensureUsable();
        } catch (IcclException e) {
            throw new IcclException(e.code(), operation, rank, text(operation, name + ": " + e.getMessage()), e);
        }
        String wrong = objection.apply(buffer);
        if (wrong != null) {
            throw new IcclException(
                    ResultCode.NOT_SUPPORTED, operation, rank, text(operation, name + " " + wrong), null);
        }
    }

    private void checkOverlap(Arguments arguments, Shares shares, long send, long recv, long part, long total) {
        if (send == 0 || recv == 0) {
            return;
        }
        long sendEnd = send + shares.send().bytes(part, total);
        long recvEnd = recv + shares.recv().bytes(part, total);
        if (sendEnd <= recv || recvEnd <= send || shares.isInPlace(send, recv, rank * part)) {
            return;
        }
        throw wrong(
                arguments.operation(),
                "send (0x" + Long.toHexString(send) + " to 0x" + Long.toHexString(sendEnd) + ") and recv (0x"
                        + Long.toHexString(recv) + " to 0x" + Long.toHexString(recvEnd) + ") overlap; in place means "
                        + shares.inPlaceForm());
    }

    private IcclException wrong(Operation operation, String what) {
        return new IcclException(ResultCode.INVALID_ARGUMENT, operation, rank, text(operation, what), null);
    }

    private String text(Operation operation, String what) {
        return operation.title() + " on " + communicator + ": " + what;
    }
}
