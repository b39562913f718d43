package iccl.kernel.internal.node;

import static java.util.Objects.requireNonNull;

import iccl.api.Operation;
import iccl.kernel.internal.pattern.Blocks;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;

/**
 * An operation on buffers that all ranks of the machine have mapped: each reads and writes the others' memory, so that every
 * byte moves once. The work is the same on all ranks, and is done a slice at a time.
 */
final class WindowPath {
    private static final long SLICE_BYTES = 512 * 1024;
    /** What is reduced before it is copied to where else it belongs: it is still in the first-level cache then. */
    private static final long CACHED_BYTES = 16 * 1024;

    private final Exchange exchange;
    private final HostPlatform host;
    private final int rank;
    private final int size;
    private final Buffers buffers;
    private final long[] sources;

    private final CollectiveCall call;
    private int elementBytes;
    private long first;
    private long elements;
    private long sliceElements;

    WindowPath(Exchange exchange, HostPlatform host, Buffers buffers, CollectiveCall call) {
        this.exchange = exchange;
        this.host = host;
        this.buffers = buffers;
        this.rank = exchange.rank();
        this.size = exchange.size();
        this.sources = new long[size];
        this.call = call;
    }

    /**
     * Takes up the operation.
     *
     * @return its slices
     */
    long take() {
        elementBytes = call.type().bytes();
        boolean isShared = isShared(call.operation());
        first = isShared ? Blocks.offset(call.count(), size, rank) : 0;
        elements = isShared ? Blocks.length(call.count(), size, rank) : call.count();
        sliceElements = SLICE_BYTES / elementBytes;
        return Blocks.pieces(elements, sliceElements);
    }

    /** Whether the ranks share out what is done to each element; else each does what concerns itself. */
    private static boolean isShared(Operation operation) {
        return operation == Operation.ALL_REDUCE || operation == Operation.REDUCE || operation == Operation.BROADCAST;
    }

    void work(long slice) {
        long count = Blocks.pieceLength(elements, sliceElements, slice);
        long offset = (first + slice * sliceElements) * elementBytes;
        long bytes = count * elementBytes;
        switch (call.operation()) {
            case ALL_REDUCE -> reduceForAll(offset, count);
            case REDUCE -> fold(buffers.recv(call.root()) + offset, offset, count);
            case REDUCE_SCATTER -> fold(call.recvAddress() + offset, rank * call.bytes() + offset, count);
            case BROADCAST -> copyToAll(offset, bytes);
            case ALL_GATHER -> takeFromAll(offset, offset, bytes);
            case ALL_TO_ALL -> takeFromAll(rank * call.bytes() + offset, offset, bytes);
            case GATHER -> copy(
                    buffers.recv(call.root()) + rank * call.bytes() + offset, call.sendAddress() + offset, bytes);
            case SCATTER -> copy(
                    call.recvAddress() + offset, buffers.send(call.root()) + rank * call.bytes() + offset, bytes);
            default -> {}
        }
    }

    private void reduceForAll(long offset, long count) {
        long most = CACHED_BYTES / elementBytes;
        for (long done = 0; done < count; done += most) {
            long some = Math.min(most, count - done);
            long at = offset + done * elementBytes;
            fold(call.recvAddress() + at, at, some);
            for (int distance = 1; distance < size; distance++) {
                host.copy(buffers.recv((rank + distance) % size) + at, call.recvAddress() + at, some * elementBytes);
            }
        }
    }

    private void fold(long to, long inSend, long count) {
        for (int peer = 0; peer < size; peer++) {
            sources[peer] = buffers.send(peer) + inSend;
        }
        host.fold(call.type(), requireNonNull(call.op()), to, sources, size, count);
    }

    private void copyToAll(long offset, long bytes) {
        for (int distance = 0; distance < size; distance++) {
            int peer = (rank + distance) % size;
            copy(buffers.recv(peer) + offset, buffers.send(call.root()) + offset, bytes);
        }
    }

    private void takeFromAll(long inSend, long inPart, long bytes) {
        for (int distance = 0; distance < size; distance++) {
            int peer = (rank + distance) % size;
            copy(call.recvAddress() + peer * call.bytes() + inPart, buffers.send(peer) + inSend, bytes);
        }
    }

    private void copy(long to, long from, long bytes) {
        if (to != from) {
            host.copy(to, from, bytes);
        }
    }

    /** Whether this rank may leave: nobody reads or writes its buffers any more. */
    boolean isOver() {
        return switch (call.operation()) {
            case GATHER, SCATTER -> rank != call.root() || exchange.haveAllBegun();
            default -> exchange.haveAllBegun();
        };
    }
}
