package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.kernel.internal.collective.Algorithm;
import iccl.kernel.internal.collective.Machine;
import iccl.kernel.port.CollectiveCall;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** One collective in a {@link RankRig}: its buffers, which are exactly as long as they must be, and its check. */
final class RigCase implements AutoCloseable {
    private final RankRig rig;
    private final Algorithm algorithm;
    private final CollectiveShape shape;
    private final TestData data;
    private final boolean inPlace;
    private final List<CollectiveCall> calls = new ArrayList<>();
    private final List<Long> buffers = new ArrayList<>();

    RigCase(RankRig rig, Algorithm algorithm, CollectiveShape shape, TestData data, boolean inPlace) {
        this.rig = rig;
        this.algorithm = algorithm;
        this.shape = shape;
        this.data = data;
        this.inPlace = inPlace;
        for (int rank = 0; rank < shape.size(); rank++) {
            calls.add(inPlace && shape.hasInPlaceForm(rank) ? callInPlace(rank) : callWithTwoBuffers(rank));
            fill(rank);
        }
    }

    private CollectiveCall callInPlace(int rank) {
        long longer = Math.max(shape.sendElements(rank), shape.recvElements(rank));
        long both = allocate(longer);
        long send = both + shape.inPlaceSendOffset(rank) * shape.type().bytes();
        long recv = both + shape.inPlaceRecvOffset(rank) * shape.type().bytes();
        return call(shape.sendElements(rank) == 0 ? 0 : send, shape.recvElements(rank) == 0 ? 0 : recv);
    }

    private CollectiveCall callWithTwoBuffers(int rank) {
        return call(allocate(shape.sendElements(rank)), allocate(shape.recvElements(rank)));
    }

    private CollectiveCall call(long send, long recv) {
        return new CollectiveCall(shape.operation(), send, recv, shape.count(), shape.type(), shape.op(), shape.root());
    }

    private long allocate(long elements) {
        if (elements == 0) {
            return 0;
        }
        long address =
                rig.memory().allocate(MemorySpace.HOST, elements * shape.type().bytes());
        buffers.add(address);
        return address;
    }

    private void fill(int rank) {
        int elements = (int) shape.sendElements(rank);
        if (elements > 0) {
            Datatype type = shape.type();
            ByteBuffer view = rig.memory().view(calls.get(rank).sendAddress(), (long) elements * type.bytes());
            long[] input = ExpectedData.input(type, data, rank, elements);
            for (int index = 0; index < elements; index++) {
                Elements.put(view, type, index, input[index]);
            }
        }
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
            if (!inPlace) {
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
            ByteBuffer view = rig.memory().view(calls.get(rank).recvAddress(), (long) result.length * type.bytes());
            for (int index = 0; index < result.length; index++) {
                result[index] = Elements.get(view, type, index);
            }
        }
        return result;
    }

    private void compare(String what, int rank, long address, long[] expected) {
        if (expected.length == 0) {
            return;
        }
        Datatype type = shape.type();
        ByteBuffer view = rig.memory().view(address, (long) expected.length * type.bytes());
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
        buffers.forEach(address -> rig.memory().free(MemorySpace.HOST, address));
        buffers.clear();
    }

    @Override
    public String toString() {
        return algorithm.name() + " " + shape + " " + data + (inPlace ? " in place" : "") + " in " + rig;
    }
}
