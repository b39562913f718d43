package iccl.kernel.testkit;

import iccl.api.Datatype;
import iccl.api.Operation;
import iccl.api.ReductionOp;
import iccl.kernel.port.CollectiveCall;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One collective call with its data, and what must come out of it on this rank. */
final class OfferedCase {
    /**
     * What is called, the same on every rank.
     *
     * @param root the root where there is one, else 0
     */
    record Shape(Operation operation, Datatype type, @Nullable ReductionOp op, long count, int root, boolean inPlace) {}

    /** Memory for one case at a time. */
    record Arena(long send, long recv, long inputs, long expected, long stride) {
        static Arena of(ContractRank rank, long maxCount) {
            long stride = rank.size() * maxCount * 8;
            return new Arena(
                    rank.allocate(stride),
                    rank.allocate(stride),
                    rank.allocate(stride * rank.size()),
                    rank.allocate(stride),
                    stride);
        }

        long inputOf(int rank) {
            return inputs + rank * stride;
        }
    }

    private final ContractRank rank;
    private final Arena arena;
    private final Shape shape;
    private final long part;

    OfferedCase(ContractRank rank, Arena arena, Shape shape) {
        this.rank = rank;
        this.arena = arena;
        this.shape = shape;
        this.part = shape.count() * shape.type().bytes();
    }

    CollectiveCall call() {
        return new CollectiveCall(
                shape.operation(), sendAddress(), recvAddress(), shape.count(), shape.type(), shape.op(), shape.root());
    }

    private boolean isRoot() {
        return rank.rank() == shape.root();
    }

    private long own() {
        return rank.rank() * part;
    }

    private long sendAddress() {
        return switch (shape.operation()) {
            case ALL_REDUCE, REDUCE, REDUCE_SCATTER, ALL_TO_ALL -> arena.send();
            case BROADCAST, SCATTER -> isRoot() ? arena.send() : 0;
            case ALL_GATHER -> shape.inPlace() ? arena.recv() + own() : arena.send();
            case GATHER -> shape.inPlace() && isRoot() ? arena.recv() + own() : arena.send();
            case SEND, RECV, BARRIER -> 0;
        };
    }

    private long recvAddress() {
        return switch (shape.operation()) {
            case ALL_REDUCE, ALL_TO_ALL -> shape.inPlace() ? arena.send() : arena.recv();
            case BROADCAST -> shape.inPlace() && isRoot() ? arena.send() : arena.recv();
            case REDUCE -> !isRoot() ? 0 : shape.inPlace() ? arena.send() : arena.recv();
            case SCATTER -> shape.inPlace() && isRoot() ? arena.send() + own() : arena.recv();
            case REDUCE_SCATTER -> shape.inPlace() ? arena.send() + own() : arena.recv();
            case ALL_GATHER -> arena.recv();
            case GATHER -> isRoot() ? arena.recv() : 0;
            case SEND, RECV, BARRIER -> 0;
        };
    }

    private long sendBytes() {
        return switch (shape.operation()) {
            case REDUCE_SCATTER, ALL_TO_ALL, SCATTER -> rank.size() * part;
            default -> part;
        };
    }

    /** Writes every rank's input where the oracle finds it, and this rank's where the call does. */
    void fill() {
        for (int from = 0; from < rank.size(); from++) {
            // The hash of an enum, and so of the shape, differs between processes; that of a text does not.
            rank.fill(arena.inputOf(from), sendBytes(), shape.toString().hashCode() % 1000L + from);
        }
        if (sendAddress() != 0) {
            rank.host().copy(sendAddress(), arena.inputOf(rank.rank()), sendBytes());
        }
    }

    void verify() {
        if (recvAddress() != 0) {
            compare("result", recvAddress(), arena.expected(), expect());
        }
        if (sendAddress() != 0 && !shape.inPlace()) {
            compare("send buffer", sendAddress(), arena.inputOf(rank.rank()), sendBytes());
        }
    }

    /** Computes the result by definition; returns its length. */
    private long expect() {
        return switch (shape.operation()) {
            case ALL_REDUCE, REDUCE -> fold(0);
            case REDUCE_SCATTER -> fold(own());
            case BROADCAST -> take(shape.root(), 0);
            case SCATTER -> take(shape.root(), own());
            case ALL_GATHER, GATHER -> collect(0);
            case ALL_TO_ALL -> collect(own());
            case SEND, RECV, BARRIER -> 0;
        };
    }

    private long fold(long offset) {
        long[] sources = new long[rank.size()];
        for (int from = 0; from < sources.length; from++) {
            sources[from] = arena.inputOf(from) + offset;
        }
        ReductionOp op = java.util.Objects.requireNonNull(shape.op());
        rank.host().fold(shape.type(), op, arena.expected(), sources, sources.length, shape.count());
        return part;
    }

    private long take(int from, long offset) {
        rank.host().copy(arena.expected(), arena.inputOf(from) + offset, part);
        return part;
    }

    private long collect(long offset) {
        for (int from = 0; from < rank.size(); from++) {
            rank.host().copy(arena.expected() + from * part, arena.inputOf(from) + offset, part);
        }
        return rank.size() * part;
    }

    private void compare(String what, long actual, long expected, long bytes) {
        ByteBuffer is = rank.host().view(actual, bytes);
        ByteBuffer should = rank.host().view(expected, bytes);
        int at = is.mismatch(should);
        rank.check(at < 0, "%s of %s: byte %d of %d is wrong".formatted(what, shape, at, bytes));
    }
}
