package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.port.CollectiveCall;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** One collective in a {@link RankRig}: its buffers, which are exactly as long as they must be, and its check. */
final class RigCase implements AutoCloseable {
    /** Which ranks work in place, where their part of the operation has such a form: each decides for itself. */
    enum Placing {
        APART,
        IN_PLACE,
        /** Every other rank. */
        MIXED;

        boolean isInPlace(int rank) {
            return this == IN_PLACE || (this == MIXED && rank % 2 == 1);
        }
    }

    private final RankRig rig;
    private final Algorithm algorithm;
    private final CollectiveShape shape;
    private final TestData data;
    private final Placing placing;
    private final List<CollectiveCall> calls = new ArrayList<>();
    private final IntFunction<MemorySpace> spaces;
    private final Map<Long, MemorySpace> buffers = new HashMap<>();

    RigCase(RankRig rig, Algorithm algorithm, CollectiveShape shape, TestData data, Placing placing) {
        this(rig, algorithm, shape, data, placing, rank -> MemorySpace.HOST);
    }

    /** With the buffers of each rank in a space of its own. */
    RigCase(
            RankRig rig,
            Algorithm algorithm,
            CollectiveShape shape,
            TestData data,
            Placing placing,
            IntFunction<MemorySpace> spaces) {
        this.spaces = spaces;
        this.rig = rig;
        this.algorithm = algorithm;
        this.shape = shape;
        this.data = data;
        this.placing = placing;
        for (int rank = 0; rank < shape.size(); rank++) {
            calls.add(isInPlace(rank) ? callInPlace(rank) : callWithTwoBuffers(rank));
            fill(rank);
        }
    }

    private boolean isInPlace(int rank) {
        return placing.isInPlace(rank) && shape.hasInPlaceForm(rank);
    }

    private CollectiveCall callInPlace(int rank) {
        long longer = Math.max(shape.sendElements(rank), shape.recvElements(rank));
        long both = allocate(rank, longer);
        long send = both + shape.inPlaceSendOffset(rank) * shape.type().bytes();
        long recv = both + shape.inPlaceRecvOffset(rank) * shape.type().bytes();
        return call(shape.sendElements(rank) == 0 ? 0 : send, shape.recvElements(rank) == 0 ? 0 : recv);
    }

    private CollectiveCall callWithTwoBuffers(int rank) {
        return call(allocate(rank, shape.sendElements(rank)), allocate(rank, shape.recvElements(rank)));
    }

    private CollectiveCall call(long send, long recv) {
        return new CollectiveCall(shape.operation(), send, recv, shape.count(), shape.type(), shape.op(), shape.root());
    }

    private long allocate(int rank, long elements) {
        if (elements == 0) {
            return 0;
        }
        long address = rig.memory()
                .allocate(spaces.apply(rank), elements * shape.type().bytes());
        buffers.put(address, spaces.apply(rank));
        return address;
    }

    private void fill(int rank) {
        int elements = (int) shape.sendElements(rank);
        if (elements > 0) {
            Datatype type = shape.type();
            long bytes = (long) elements * type.bytes();
            long host = rig.memory().allocate(MemorySpace.HOST, bytes);
            ByteBuffer view = rig.memory().view(host, bytes);
            long[] input = ExpectedData.input(type, data, rank, elements);
            for (int index = 0; index < elements; index++) {
                Elements.put(view, type, index, input[index]);
            }
            rig.memory().transfer(calls.get(rank).sendAddress(), host, bytes);
            rig.memory().free(MemorySpace.HOST, host);
        }
    }

    CollectiveCall call(int rank) {
        return calls.get(rank);
    }

    long sendBytes(int rank) {
        return shape.sendElements(rank) * shape.type().bytes();
    }

    List<Machine> start() {
        List<Machine> machines = rig.machinesOf(algorithm);
        rig.start(machines, calls);
        return machines;
    }

    /** Runs to the end, which must be a good one. */
    RigCase run() {
        List<Machine> machines = start();
        rig.drive(machines, rank -> {});
        for (int rank = 0; rank < machines.size(); rank++) {
            IcclException failure = machines.get(rank).failure();
            if (failure != null) {
                throw new AssertionError("rank " + rank + " failed: " + failure.describe() + "; " + this, failure);
            }
        }
        rig.network().assertNothingLeft();
        return this;
    }

    /** Every element of every rank is the oracle's, and send buffers are as they were. */
    void verify() {
        for (int rank = 0; rank < shape.size(); rank++) {
            long[] expected = ExpectedData.expected(shape, data, rank);
            compare("result", rank, calls.get(rank).recvAddress(), expected);
            if (!isInPlace(rank)) {
                int elements = (int) shape.sendElements(rank);
                long[] input = ExpectedData.input(shape.type(), data, rank, elements);
                compare("send buffer", rank, calls.get(rank).sendAddress(), java.util.Arrays.copyOf(input, elements));
            }
        }
    }

    /** All ranks have the same bits. */
    void verifySameBits() {
        long[] first = result(0);
        for (int rank = 1; rank < shape.size(); rank++) {
            compare("result, compared with rank 0's,", rank, calls.get(rank).recvAddress(), first);
        }
    }

    private long[] result(int rank) {
        long[] result = new long[(int) shape.recvElements(rank)];
        if (result.length > 0) {
            Datatype type = shape.type();
            ByteBuffer view = read(calls.get(rank).recvAddress(), (long) result.length * type.bytes());
            for (int index = 0; index < result.length; index++) {
                result[index] = Elements.get(view, type, index);
            }
        }
        return result;
    }

    /** A copy of what is there, whatever the space. */
    private ByteBuffer read(long address, long bytes) {
        long host = rig.memory().allocate(MemorySpace.HOST, bytes);
        rig.memory().transfer(host, address, bytes);
        ByteBuffer copy = ByteBuffer.allocate((int) bytes).order(ByteOrder.nativeOrder());
        copy.put(rig.memory().view(host, bytes)).clear();
        rig.memory().free(MemorySpace.HOST, host);
        return copy;
    }

    private void compare(String what, int rank, long address, long[] expected) {
        if (expected.length == 0) {
            return;
        }
        Datatype type = shape.type();
        ByteBuffer view = read(address, (long) expected.length * type.bytes());
        for (int index = 0; index < expected.length; index++) {
            long actual = Elements.get(view, type, index);
            if (actual != expected[index]) {
                throw new AssertionError(what + " of rank " + rank + ", element " + index + ": is 0x"
                        + Long.toHexString(actual) + ", not 0x" + Long.toHexString(expected[index]) + "; " + this);
            }
        }
    }

    @Override
    public void close() {
        buffers.forEach((address, space) -> rig.memory().free(space, address));
        buffers.clear();
    }

    @Override
    public String toString() {
        return algorithm.name() + " " + shape + " " + data + " " + placing + " in " + rig;
    }
}
