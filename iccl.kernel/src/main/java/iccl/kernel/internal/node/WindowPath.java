package iccl.kernel.internal.node;

import static java.util.Objects.requireNonNull;

import iccl.api.Operation;
import iccl.kernel.internal.pattern.Blocks;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;

/**
 * An operation on the buffers where they are: each rank reads and writes the others' memory, so that every byte moves once.
 * The work is done a slice at a time. Where all have mapped the buffers it is the same on all ranks; where some can only be
 * copied, each rank does what concerns itself.
 */
final class WindowPath {
    private static final long SLICE_BYTES = 512 * 1024;
    /** The system copies more at a time better. */
    private static final long COPIED_SLICE_BYTES = 8 * 1024 * 1024;

    /** What is reduced before it is copied to where else it belongs: it is still in the first-level cache then. */
    private static final long CACHED_BYTES = 16 * 1024;

    private final Exchange exchange;
    private final HostPlatform host;
    private final int rank;
    private final int size;
    private final Buffers buffers;
    private final long[] sources;

    private final CollectiveCall call;
    private boolean isMapped;
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
     * @param reach not {@link Buffers.Reach#NONE}
     * @return its slices
     */
    long take(Buffers.Reach reach) {
        isMapped = reach == Buffers.Reach.MAPPED;
        elementBytes = call.type().bytes();
        boolean isShared = isMapped && isShared(call.operation());
        first = isShared ? Blocks.offset(call.count(), size, rank) : 0;
        elements = isShared ? Blocks.length(call.count(), size, rank) : call.count();
        sliceElements = (isMapped ? SLICE_BYTES : COPIED_SLICE_BYTES) / elementBytes;
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
            case BROADCAST -> broadcast(offset, bytes);
            case ALL_GATHER -> takeFromAll(offset, offset, bytes);
            case ALL_TO_ALL -> takeFromAll(rank * call.bytes() + offset, offset, bytes);
            case GATHER -> buffers.give(call.root(), rank * call.bytes() + offset, call.sendAddress() + offset, bytes);
            case SCATTER -> buffers.take(call.recvAddress() + offset, call.root(), rank * call.bytes() + offset, bytes);
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

    private void broadcast(long offset, long bytes) {
        if (!isMapped) {
            buffers.take(call.recvAddress() + offset, call.root(), offset, bytes);
            return;
        }
        for (int distance = 0; distance < size; distance++) {
            buffers.give((rank + distance) % size, offset, buffers.send(call.root()) + offset, bytes);
        }
    }

    private void takeFromAll(long inSend, long inPart, long bytes) {
        for (int distance = 0; distance < size; distance++) {
            int peer = (rank + distance) % size;
            buffers.take(call.recvAddress() + peer * call.bytes() + inPart, peer, inSend, bytes);
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
