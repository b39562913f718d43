package iccl.kernel.internal.node;

import static java.util.Objects.requireNonNull;

import iccl.api.Operation;
import iccl.kernel.internal.pattern.Blocks;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;

/**
 * An operation through the slots: each rank copies what others need into its slot, a chunk at a time, and takes what it needs
 * out of theirs. Works with any memory. One exchange per chunk; a large all-reduce has two, in which each rank reduces its
 * share of the chunk and then takes the other shares.
 */
final class SlotPath {
    private static final long LINE = 64;

    private final Board board;
    private final Exchange exchange;
    private final HostPlatform host;
    private final int rank;
    private final int size;
    private final long[] sources;
    private final long reducedByAllBytes;

    private final CollectiveCall call;
    private int elementBytes;
    private long chunkElements;
    private boolean isSplit;
    /** Whether each other rank takes a part of its own out of a slot. */
    private boolean isInParts;

    private Room room = Room.LINE;
    /** From one rank's part of a chunk in a slot to the next one's. */
    private long strideBytes;

    SlotPath(Board board, Exchange exchange, HostPlatform host, NodeLimits limits, CollectiveCall call) {
        this.board = board;
        this.exchange = exchange;
        this.host = host;
        this.rank = exchange.rank();
        this.size = exchange.size();
        this.reducedByAllBytes = limits.reducedByAllBytes();
        this.sources = new long[size];
        this.call = call;
    }

    /**
     * Takes up the operation.
     *
     * @return its exchanges
     */
    long take() {
        elementBytes = call.type().bytes();
        isSplit = call.operation() == Operation.ALL_REDUCE && call.bytes() > reducedByAllBytes;
        strideBytes = roundUp(call.bytes());
        chunkElements = Math.max(1, call.count());
        long chunks = 1;
        isInParts = isInParts(call.operation());
        int parts = isInParts ? size - 1 : 1;
        long bytes = strideBytes * parts;
        room = board.roomFor(bytes);
        if (bytes > board.slotBytes()) {
            strideBytes = board.slotBytes() / parts / LINE * LINE;
            chunkElements = strideBytes / elementBytes;
            chunks = Blocks.pieces(call.count(), chunkElements);
        }
        return isSplit ? 2 * chunks : chunks;
    }

    private static long roundUp(long bytes) {
        return (bytes + LINE - 1) & -LINE;
    }

    /** How many bytes the ranks' parts of the operation have together, by which it is found whether to ask for buffers. */
    long wholeBytes() {
        return call.bytes() * (isInParts(call.operation()) ? size : 1);
    }

    private static boolean isInParts(Operation operation) {
        return switch (operation) {
            case SCATTER, REDUCE_SCATTER, ALL_TO_ALL -> true;
            default -> false;
        };
    }

    /** Writes what others need into this rank's slot for the exchange that comes next. */
    void fill(long item) {
        long slot = slot(rank, exchange.next());
        long chunk = isSplit ? item / 2 : item;
        long offset = offset(chunk);
        long bytes = length(chunk) * elementBytes;
        switch (call.operation()) {
            case ALL_REDUCE -> fillAllReduce(slot, item, chunk);
            case ALL_GATHER -> host.copy(slot, call.sendAddress() + offset, bytes);
            case REDUCE, GATHER -> {
                if (rank != call.root()) {
                    host.copy(slot, call.sendAddress() + offset, bytes);
                }
            }
            case BROADCAST -> {
                if (rank == call.root()) {
                    host.copy(slot, call.sendAddress() + offset, bytes);
                }
            }
            case SCATTER -> {
                if (rank == call.root()) {
                    fillParts(slot, offset, bytes);
                }
            }
            case REDUCE_SCATTER, ALL_TO_ALL -> fillParts(slot, offset, bytes);
            default -> {}
        }
    }

    private void fillParts(long slot, long offset, long bytes) {
        for (int part = 0; part < size; part++) {
            if (part != rank) {
                host.copy(slot + inSlot(rank, part), call.sendAddress() + part * call.bytes() + offset, bytes);
            }
        }
    }

    /** Where in a rank's slot another's part is; its own is in none. */
    private long inSlot(int owner, int part) {
        return (part < owner ? part : part - 1) * strideBytes;
    }

    /** Where in another's slot this rank's part is. */
    private long ownPart(int owner) {
        return isInParts ? inSlot(owner, rank) : 0;
    }

    private void fillAllReduce(long slot, long item, long chunk) {
        long from = call.sendAddress() + offset(chunk);
        long bytes = length(chunk) * elementBytes;
        if (!isSplit) {
            host.copy(slot, from, bytes);
            return;
        }
        long begin = shareOffset(chunk, rank);
        long end = begin + shareLength(chunk, rank) * elementBytes;
        if (item % 2 == 0) {
            host.copy(slot, from, begin);
            host.copy(slot + end, from + end, bytes - end);
        } else {
            host.copy(slot + begin, call.recvAddress() + offset(chunk) + begin, end - begin);
        }
    }

    /** Whether all have come whose slots this rank reads. */
    boolean isReady() {
        return switch (call.operation()) {
            case BROADCAST, SCATTER -> rank == call.root() || exchange.hasBegun(call.root());
            case REDUCE, GATHER -> rank != call.root() || exchange.haveAllBegun();
            default -> exchange.haveAllBegun();
        };
    }

    /** Takes what this rank needs out of the slots of the current exchange. */
    void consume(long item) {
        long chunk = isSplit ? item / 2 : item;
        long offset = offset(chunk);
        long bytes = length(chunk) * elementBytes;
        switch (call.operation()) {
            case ALL_REDUCE -> consumeAllReduce(item, chunk);
            case REDUCE -> {
                if (rank == call.root()) {
                    fold(call.recvAddress() + offset, 0, call.sendAddress() + offset, length(chunk));
                }
            }
            case REDUCE_SCATTER -> {
                long own = call.sendAddress() + rank * call.bytes() + offset;
                fold(call.recvAddress() + offset, 0, own, length(chunk));
            }
            case BROADCAST -> takeFromRoot(call.sendAddress() + offset, call.recvAddress() + offset, bytes);
            case SCATTER -> takeFromRoot(
                    call.sendAddress() + rank * call.bytes() + offset, call.recvAddress() + offset, bytes);
            case ALL_GATHER -> takeFromAll(call.sendAddress() + offset, offset, bytes);
            case GATHER -> {
                if (rank == call.root()) {
                    takeFromAll(call.sendAddress() + offset, offset, bytes);
                }
            }
            case ALL_TO_ALL -> takeFromAll(call.sendAddress() + rank * call.bytes() + offset, offset, bytes);
            default -> {}
        }
    }

    private void consumeAllReduce(long item, long chunk) {
        long send = call.sendAddress() + offset(chunk);
        long recv = call.recvAddress() + offset(chunk);
        if (!isSplit) {
            fold(recv, 0, send, length(chunk));
        } else if (item % 2 == 0) {
            long begin = shareOffset(chunk, rank);
            fold(recv + begin, begin, send + begin, shareLength(chunk, rank));
        } else {
            for (int peer = 0; peer < size; peer++) {
                if (peer != rank) {
                    long begin = shareOffset(chunk, peer);
                    host.copy(recv + begin, slot(peer) + begin, shareLength(chunk, peer) * elementBytes);
                }
            }
        }
    }

    /** Reduces, in rank order, what is at an offset of the others' slots and what this rank has itself. */
    private void fold(long to, long inSlot, long own, long count) {
        for (int peer = 0; peer < size; peer++) {
            sources[peer] = peer == rank ? own : slot(peer) + ownPart(peer) + inSlot;
        }
        host.fold(call.type(), requireNonNull(call.op()), to, sources, size, count);
    }

    private void takeFromRoot(long own, long to, long bytes) {
        if (rank == call.root()) {
            copyOwn(to, own, bytes);
        } else {
            host.copy(to, slot(call.root()) + ownPart(call.root()), bytes);
        }
    }

    private void takeFromAll(long own, long offset, long bytes) {
        for (int peer = 0; peer < size; peer++) {
            long to = call.recvAddress() + peer * call.bytes() + offset;
            if (peer == rank) {
                copyOwn(to, own, bytes);
            } else {
                host.copy(to, slot(peer) + ownPart(peer), bytes);
            }
        }
    }

    private void copyOwn(long to, long from, long bytes) {
        if (to != from) {
            host.copy(to, from, bytes);
        }
    }

    private long slot(int peer) {
        return slot(peer, exchange.current());
    }

    private long slot(int peer, long number) {
        return board.room(peer, room, number);
    }

    /** How many exchanges this rank may be ahead of another. */
    int depth() {
        return room.depth();
    }

    private long offset(long chunk) {
        return chunk * chunkElements * elementBytes;
    }

    private long length(long chunk) {
        return Blocks.pieceLength(call.count(), chunkElements, chunk);
    }

    private long shareLength(long chunk, int peer) {
        return Blocks.length(length(chunk), size, peer);
    }

    /** Where a rank's share of a chunk begins, in bytes from the chunk's begin. */
    private long shareOffset(long chunk, int peer) {
        return Blocks.offset(length(chunk), size, peer) * elementBytes;
    }
}
