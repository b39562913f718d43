package iccl.backend.mpi;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.port.CollectiveCall;

/**
 * The calls of an MPI library on one communicator. Whatever starts gives a request; {@link #test} ends it by an answer
 * other than {@link #PENDING} or by an exception. All methods throw {@link MpiFailure}.
 *
 * <p>Threads: callers see to it that the library's thread level is kept, and that no call comes after {@link #free}.
 */
public interface MpiCommunicator {
    /** {@link #test}: not done yet. */
    long PENDING = -1;

    /** {@link #probe}: no message. */
    int NOBODY = -1;

    int rank();

    int size();

    long send(int peer, int tag, long address, int bytes);

    long receive(int peer, int tag, long address, int bytes);

    /** {@link #PENDING}, or the bytes that a receive got, or 0 for what receives nothing. */
    long test(long request);

    /** Asks MPI to give up a receive; only {@link #test} tells when it has. */
    void cancelReceive(long request);

    /** The sender of a message with that tag that waits to be received, or {@link #NOBODY}. */
    int probe(int tag);

    /** Whether any message waits to be received. */
    boolean hasUnreceived();

    /** Whether the library has this datatype and combines it to the bits that {@link ReductionOp} defines. */
    boolean reduces(Datatype type, ReductionOp op);

    /**
     * Starts a nonblocking collective; bytes unless the operation reduces, all lengths within an {@code int}.
     *
     * @param inPlaceAtRoot this rank is the root and its own part lies where it belongs already
     */
    long start(CollectiveCall call, boolean inPlaceAtRoot);

    /** A communicator of these members. Blocks until all have called. */
    MpiCommunicator part(int[] members, int tag);

    /** A communicator of the ranks that can share memory, in rank order. Blocks until all ranks have called. */
    MpiCommunicator sharingMemory();

    /** Gives the communicator back; for one without requests and messages only. */
    void free();
}
