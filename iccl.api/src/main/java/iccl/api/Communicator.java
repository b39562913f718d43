package iccl.api;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A group of ranks that communicate. All of them call the same collectives in the same order with matching arguments.
 *
 * <p>{@code count} is in elements and at least 0; with 0 nothing moves, but the other arguments are checked. Buffers must
 * hold what the operation's line says; they may be larger. Send and receive buffer must not overlap, except in place, as
 * each operation's line says. A null {@code stream} means "done when the call returns"; with a stream the call returns at
 * once. Operations of one communicator may wait for those issued before them, whatever their streams, as in NCCL. Every rank
 * gets the same bits.
 *
 * <p>Errors: {@link IcclException}, with {@link ResultCode#INVALID_ARGUMENT} or {@link ResultCode#INVALID_USAGE} before
 * anything is sent, {@link ResultCode#REMOTE_ERROR} when another rank failed or left, {@link ResultCode#TIMEOUT} after
 * {@code iccl.timeout}.
 *
 * <p>Threads: one thread at a time issues operations; which one may change.
 */
@ProviderType
public interface Communicator extends AutoCloseable {
    /** The color for {@link #split} of a rank that joins no part. */
    int NO_COLOR = -1;

    /** This rank, 0 to {@link #size} - 1. */
    int rank();

    int size();

    /** This rank's place among the ranks of the same machine, 0 to {@link #localSize} - 1. */
    int localRank();

    /** How many ranks of this communicator share this rank's machine. */
    int localSize();

    /** The name of the backend that carries the bytes, such as {@code local}. */
    String backend();

    /** The name of the platform whose memory and arithmetic this rank uses, such as {@code cpu}. */
    String platform();

    /** Combines {@code count} elements of every rank; all get the result. In place: {@code send == recv}. */
    void allReduce(Buffer send, Buffer recv, long count, Datatype type, ReductionOp op, @Nullable Stream stream);

    /** As {@link #allReduce}, but only {@code root} gets the result; {@code recv} is not used elsewhere. */
    void reduce(
            Buffer send,
            @Nullable Buffer recv,
            long count,
            Datatype type,
            ReductionOp op,
            int root,
            @Nullable Stream stream);

    /** Copies {@code count} elements from {@code root}'s send buffer to every rank's {@code recv}; {@code send} is not used elsewhere. */
    void broadcast(@Nullable Buffer send, Buffer recv, long count, Datatype type, int root, @Nullable Stream stream);

    /**
     * Every rank gives {@code count} elements and gets those of all, {@code size * count}, in rank order. In place: send
     * begins at {@code recv + rank * count}.
     */
    void allGather(Buffer send, Buffer recv, long count, Datatype type, @Nullable Stream stream);

    /** As {@link #allGather}, but only {@code root} gets the result; {@code recv} is not used elsewhere. */
    void gather(Buffer send, @Nullable Buffer recv, long count, Datatype type, int root, @Nullable Stream stream);

    /**
     * {@code root} gives {@code size * count} elements, rank r gets the r-th {@code count}; {@code send} is not used
     * elsewhere. In place at root: recv begins at {@code send + rank * count}.
     */
    void scatter(@Nullable Buffer send, Buffer recv, long count, Datatype type, int root, @Nullable Stream stream);

    /**
     * Combines {@code size * count} elements of every rank; rank r gets the r-th {@code count} of the result. In place:
     * recv begins at {@code send + rank * count}.
     */
    void reduceScatter(Buffer send, Buffer recv, long count, Datatype type, ReductionOp op, @Nullable Stream stream);

    /**
     * Rank r's s-th {@code count} elements go to rank s, which puts them r-th; both buffers hold {@code size * count}. In
     * place: {@code send == recv}.
     */
    void allToAll(Buffer send, Buffer recv, long count, Datatype type, @Nullable Stream stream);

    /**
     * Gives {@code count} elements to {@code peer}, which takes them by {@link #recv}. May wait for the peer: exchanges in
     * both directions belong in a group. {@code peer} may be this rank, inside a group.
     */
    void send(Buffer buffer, long count, Datatype type, int peer, @Nullable Stream stream);

    /** Takes what {@code peer} sent; the counts must match. Messages of one peer arrive in the order of the calls. */
    void recv(Buffer buffer, long count, Datatype type, int peer, @Nullable Stream stream);

    /** Returns, or lets the stream go on, when every rank has called it. */
    void barrier(@Nullable Stream stream);

    /**
     * Makes a communicator of the ranks that give the same color, ordered by key, then by rank here. All ranks call it.
     * Not inside a group.
     *
     * @param color 0 or more, or {@link #NO_COLOR}
     * @return null with {@link #NO_COLOR}
     */
    @Nullable
    Communicator split(int color, int key);

    /** The first failure of an operation on a stream, or null. Does not wait. */
    @Nullable
    IcclException asyncError();

    /**
     * What would carry such an operation and why: platform, backend, algorithm, and the candidates that lost. Of Send and Recv:
     * what would carry a message to or from the next rank.
     */
    String explain(Operation operation, long count, Datatype type, @Nullable ReductionOp op);

    /** Gives up without waiting for anybody: what runs here fails at once, and peers get {@link ResultCode#REMOTE_ERROR}. */
    void abort();

    /** Waits for what was issued, then gives everything back. Idempotent. */
    @Override
    void close();
}
