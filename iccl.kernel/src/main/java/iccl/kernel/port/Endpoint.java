package iccl.kernel.port;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * One rank's end of a group of ranks that a {@link Backend} connected: a nonblocking transport. Messages go by address;
 * the memory is of the host, unless there is no {@link #objectionToDeviceMemory}.
 *
 * <p>Messages from one rank with one tag arrive in the order in which they were sent; messages with other tags do not
 * wait for each other: a receiver may take tags in any order, the endpoint buffers what is early. A rank may send to
 * itself. A message and its receive have the same length; more is an error that names both.
 *
 * <p>A handle is a small number at or above 0 that is valid until {@link #test} says true or throws, or {@link #cancel}
 * returns; then it may be used again. Nothing is allocated on the heap per message in the steady state, where the
 * transport underneath permits.
 *
 * <p>Errors: {@link iccl.api.IcclException} with {@code REMOTE_ERROR} and the rank when a peer is gone, with {@code
 * UNHANDLED_ERROR} and the transport's own text when it failed.
 *
 * <p>Threads: one at a time; the kernel sees to it. {@link #close} and {@link #abort} may come from any other thread at
 * any time and must be safe; so may {@link #offers}.
 */
@ConsumerType
public interface Endpoint extends AutoCloseable {
    /** Tags are 0 to this, at least. */
    int MAX_TAG = 32767;

    int rank();

    int size();

    /** A number that ranks on the same machine share and others do not: the lowest rank of that machine. */
    int nodeOf(int rank);

    /**
     * Starts to send {@code bytes} bytes, which must not change until done.
     *
     * @return the handle
     */
    int send(int peer, int tag, long address, long bytes);

    /**
     * Starts to receive {@code bytes} bytes, which must not be read until done.
     *
     * @return the handle
     */
    int recv(int peer, int tag, long address, long bytes);

    /** Advances everything that this endpoint does; true when the handle's operation is done, which ends the handle. */
    boolean test(int handle);

    /** Ends a handle whose operation nobody waits for any more; the memory may be used again when it returns. */
    void cancel(int handle);

    /**
     * The endpoint of a part of this group. Called by all members of the part, by nobody else; returns when all have.
     * It does not end when this endpoint is closed or aborted.
     *
     * @param members ranks here, in the order of their ranks there; contains this rank
     * @param tag tells apart parts that are made at the same time
     */
    Endpoint subgroup(int[] members, int tag);

    /**
     * Whether {@link #send} and {@link #recv} take memory of any platform's devices.
     *
     * @deprecated the kernel asks for the {@link #objectionToDeviceMemory}; this is for transports made before there was that
     */
    @Deprecated(since = "1.2")
    default boolean acceptsDeviceMemory() {
        return false;
    }

    /**
     * Why {@link #send} and {@link #recv} take no addresses of memory of that platform's devices, for people; null when they do.
     * {@link #collective} never does. Asked before the first operation; the answer stays.
     */
    default @Nullable String objectionToDeviceMemory(String platform) {
        return acceptsDeviceMemory() ? null : "the transport takes memory of the host only";
    }

    /**
     * Whether {@link #collective} does this call exactly as iccl.api defines it, to the bit, on every rank. The answer is
     * the same on all ranks, does not depend on the addresses, and takes no time.
     */
    default boolean offers(CollectiveCall call) {
        return false;
    }

    /**
     * Starts a collective of the transport's own; only for calls that are {@link #offers offered}. The kernel starts them
     * in the same order on all ranks.
     *
     * @return the handle
     */
    default int collective(CollectiveCall call) {
        throw new UnsupportedOperationException("this endpoint offers no collectives");
    }

    /**
     * Looks whether a peer that the kernel waits for by other means than a message can still come; the kernel calls it now and
     * then. Takes no time while all are well.
     *
     * @throws iccl.api.IcclException {@code REMOTE_ERROR} when the peer is gone or another has aborted, as {@link #test} would
     */
    default void look(int peer) {
        // Who cannot tell lets the time limit of the operation speak.
    }

    /** Fails what runs here and tells the peers without waiting for them. Idempotent. */
    void abort();

    /** Gives everything back without waiting for peers; calls after it fail with {@code INVALID_USAGE}. Idempotent. */
    @Override
    void close();
}
