package iccl.examples.internal;

import iccl.api.Buffer;
import iccl.api.Communicator;
import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.api.Stream;
import iccl.examples.internal.suite.TestOracle;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One rank's view of a {@link FakeWorld}. */
class FakeCommunicator implements Communicator {
    private static final byte[] NOTHING = {};

    private final FakeWorld world;
    private final int rank;

    FakeCommunicator(FakeWorld world, int rank) {
        this.world = world;
        this.rank = rank;
    }

    private static int bytes(long count, Datatype type) {
        return Math.toIntExact(count * type.bytes());
    }

    private static byte[] read(@Nullable Buffer buffer, int bytes) {
        if (buffer == null) {
            return NOTHING;
        }
        byte[] copy = new byte[bytes];
        buffer.asByteBuffer().get(0, copy);
        return copy;
    }

    private static void write(@Nullable Buffer buffer, int block, ByteBuffer from, int fromBlock, int bytes) {
        if (buffer != null) {
            buffer.asByteBuffer().put(block * bytes, from, fromBlock * bytes, bytes);
        }
    }

    @Override
    public void allReduce(
            Buffer send, Buffer recv, long count, Datatype type, ReductionOp op, @Nullable Stream stream) {
        int bytes = bytes(count, type);
        List<ByteBuffer> all = world.exchange(rank, read(send, bytes));
        write(recv, 0, TestOracle.combine(type, op, all), 0, bytes);
        world.meet();
    }

    @Override
    public void reduce(
            Buffer send,
            @Nullable Buffer recv,
            long count,
            Datatype type,
            ReductionOp op,
            int root,
            @Nullable Stream stream) {
        int bytes = bytes(count, type);
        List<ByteBuffer> all = world.exchange(rank, read(send, bytes));
        write(recv, 0, TestOracle.combine(type, op, all), 0, bytes);
        world.meet();
    }

    @Override
    public void broadcast(
            @Nullable Buffer send, Buffer recv, long count, Datatype type, int root, @Nullable Stream stream) {
        int bytes = bytes(count, type);
        write(recv, 0, world.exchange(rank, read(send, bytes)).get(root), 0, bytes);
        world.meet();
    }

    @Override
    public void allGather(Buffer send, Buffer recv, long count, Datatype type, @Nullable Stream stream) {
        gather(send, recv, count, type, 0, stream);
    }

    @Override
    public void gather(
            Buffer send, @Nullable Buffer recv, long count, Datatype type, int root, @Nullable Stream stream) {
        int bytes = bytes(count, type);
        List<ByteBuffer> all = world.exchange(rank, read(send, bytes));
        for (int from = 0; from < world.size; from++) {
            write(recv, from, all.get(from), 0, bytes);
        }
        world.meet();
    }

    @Override
    public void scatter(
            @Nullable Buffer send, Buffer recv, long count, Datatype type, int root, @Nullable Stream stream) {
        int bytes = bytes(count, type);
        write(recv, 0, world.exchange(rank, read(send, world.size * bytes)).get(root), rank, bytes);
        world.meet();
    }

    @Override
    public void reduceScatter(
            Buffer send, Buffer recv, long count, Datatype type, ReductionOp op, @Nullable Stream stream) {
        int bytes = bytes(count, type);
        List<ByteBuffer> all = world.exchange(rank, read(send, world.size * bytes));
        write(recv, 0, TestOracle.combine(type, op, all), rank, bytes);
        world.meet();
    }

    @Override
    public void allToAll(Buffer send, Buffer recv, long count, Datatype type, @Nullable Stream stream) {
        int bytes = bytes(count, type);
        List<ByteBuffer> all = world.exchange(rank, read(send, world.size * bytes));
        for (int from = 0; from < world.size; from++) {
            write(recv, from, all.get(from), rank, bytes);
        }
        world.meet();
    }

    @Override
    public void send(Buffer buffer, long count, Datatype type, int peer, @Nullable Stream stream) {
        world.post(rank, peer, read(buffer, bytes(count, type)));
    }

    @Override
    public void recv(Buffer buffer, long count, Datatype type, int peer, @Nullable Stream stream) {
        int bytes = bytes(count, type);
        write(buffer, 0, ByteBuffer.wrap(world.take(peer, rank)), 0, bytes);
    }

    @Override
    public void barrier(@Nullable Stream stream) {
        world.meet();
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return world.size;
    }

    @Override
    public int localRank() {
        return rank;
    }

    @Override
    public int localSize() {
        return world.size;
    }

    @Override
    public String backend() {
        return "fake";
    }

    @Override
    public String platform() {
        return "fake";
    }

    @Override
    public @Nullable Communicator split(int color, int key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable IcclException asyncError() {
        return null;
    }

    @Override
    public String explain(Operation operation, long count, Datatype type, @Nullable ReductionOp op) {
        return "fake";
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
}
