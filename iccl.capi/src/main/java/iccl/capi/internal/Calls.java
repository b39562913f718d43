package iccl.capi.internal;

import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.ResultCode;

/** Operations with C's arguments: numbers and addresses. */
final class Calls {
    /** Below it a product of count, ranks and element size fits into a long. */
    private static final long SMALL = 1L << 39;

    private Calls() {}

    /**
     * @param root the root or the peer
     * @param reduction ignored where nothing is reduced
     */
    // C's arguments, one by one: making an object of them would cost what this path is to save. What the API calls not
    // null is checked behind it.
    @SuppressWarnings({"TooManyParameters", "NullAway"})
    static void run(
            Operation operation,
            Handle handle,
            long send,
            long recv,
            long count,
            int typeNumber,
            int reduction,
            int root) {
        Communicator communicator = handle.communicator();
        if (operation == Operation.BARRIER) {
            communicator.barrier(null);
            return;
        }
        Datatype type = Numbers.type(typeNumber);
        long part = bytes(count, type.bytes());
        long all = bytes(count, type.bytes() * (long) handle.size());
        switch (operation) {
            case ALL_REDUCE -> communicator.allReduce(
                    handle.buffer(send, part), handle.buffer(recv, part), count, type, op(reduction), null);
            case REDUCE -> communicator.reduce(
                    handle.buffer(send, part), handle.buffer(recv, part), count, type, op(reduction), root, null);
            case BROADCAST -> communicator.broadcast(
                    handle.buffer(send, part), handle.buffer(recv, part), count, type, root, null);
            case ALL_GATHER -> communicator.allGather(
                    handle.buffer(send, part), handle.buffer(recv, all), count, type, null);
            case GATHER -> communicator.gather(
                    handle.buffer(send, part), handle.buffer(recv, all), count, type, root, null);
            case SCATTER -> communicator.scatter(
                    handle.buffer(send, all), handle.buffer(recv, part), count, type, root, null);
            case REDUCE_SCATTER -> communicator.reduceScatter(
                    handle.buffer(send, all), handle.buffer(recv, part), count, type, op(reduction), null);
            case ALL_TO_ALL -> communicator.allToAll(
                    handle.buffer(send, all), handle.buffer(recv, all), count, type, null);
            case SEND -> communicator.send(handle.buffer(send, part), count, type, root, null);
            case RECV -> communicator.recv(handle.buffer(recv, part), count, type, root, null);
            case BARRIER -> throw new AssertionError(operation);
        }
    }

    private static ReductionOp op(int number) {
        return Numbers.reduction(number);
    }

    /** How long the memory must be; where a long cannot say it the communicator says so. */
    private static long bytes(long count, long each) {
        if (count < 0) {
            return 0;
        }
        return count < SMALL && each < (1 << 24) ? count * each : saturated(count, each);
    }

    private static long saturated(long count, long each) {
        return count > Long.MAX_VALUE / each ? Long.MAX_VALUE : count * each;
    }

    /** There are no streams of accelerators yet. */
    static void checkStream(long stream) {
        if (stream != 0) {
            throw new IcclException(
                    ResultCode.NOT_SUPPORTED,
                    "stream = 0x" + Long.toHexString(stream)
                            + ": no platform here has streams that a C program can hold; give NULL");
        }
    }
}
