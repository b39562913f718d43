package iccl.backend.mpi;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import org.jspecify.annotations.Nullable;

/** Turns what MPI said into what the user reads. */
final class Failures {
    private Failures() {}

    /** A failure of one operation of that rank. */
    static IcclException of(MpiFailure failure, Pending pending, int rank) {
        boolean gone = failure.kind() == MpiFailure.Kind.PEER_GONE;
        int peer = pending.kind == Pending.Kind.COLLECTIVE ? IcclException.NO_RANK : pending.peer;
        return new IcclException(
                gone ? ResultCode.REMOTE_ERROR : ResultCode.UNHANDLED_ERROR,
                pending.operation,
                peer,
                "MPI failed on rank " + rank + " while " + pending.describe() + ": " + failure.getMessage()
                        + (gone ? "; look at the output of that rank for the first cause" : ""),
                failure);
    }

    /** A failure of the communicator as a whole. */
    static IcclException of(MpiFailure failure, String what) {
        ResultCode code =
                failure.kind() == MpiFailure.Kind.PEER_GONE ? ResultCode.REMOTE_ERROR : ResultCode.UNHANDLED_ERROR;
        return new IcclException(code, "MPI failed while " + what + ": " + failure.getMessage(), failure);
    }

    /**
     * A message that does not fit its receive.
     *
     * @param sentBytes its length, or {@link MpiFailure#UNKNOWN} when it was longer
     */
    static IcclException lengths(Pending pending, int rank, long sentBytes, @Nullable Throwable cause) {
        String sent = sentBytes == MpiFailure.UNKNOWN ? "more" : sentBytes + " bytes";
        return new IcclException(
                ResultCode.INVALID_USAGE,
                null,
                pending.peer,
                "rank " + pending.peer + " sent " + sent + " where rank " + rank + " receives " + pending.bytes
                        + " bytes (tag " + pending.tag
                        + "); both must give the same count and datatype, in the same order",
                cause);
    }

    static IcclException closed() {
        return new IcclException(
                ResultCode.INVALID_USAGE, "the endpoint is closed: the communicator or its backend has ended");
    }

    static IcclException abortedHere() {
        return new IcclException(ResultCode.INVALID_USAGE, "this rank has aborted the communicator");
    }

    static IcclException abortedBy(int peer) {
        return new IcclException(
                ResultCode.REMOTE_ERROR,
                null,
                peer,
                "rank " + peer + " has aborted the communicator; look at its output for the first cause",
                null);
    }
}
