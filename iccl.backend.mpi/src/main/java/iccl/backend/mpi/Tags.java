package iccl.backend.mpi;

import iccl.kernel.port.Endpoint;

/** The MPI tags beyond those of {@link Endpoint}. */
public final class Tags {
    /** The largest that is used; an MPI library's own limit must be at least this. */
    public static final int LARGEST = 3 * (Endpoint.MAX_TAG + 1);

    /** Says that the sender has aborted its endpoint. */
    static final int ABORT = LARGEST;

    private Tags() {}

    /** From a member to the leader: I am here. */
    static int arrival(int tag) {
        return Endpoint.MAX_TAG + 1 + ofGroup(tag);
    }

    /** From the leader to a member: all are here. */
    static int release(int tag) {
        return 2 * (Endpoint.MAX_TAG + 1) + ofGroup(tag);
    }

    /** Any number as a tag. */
    static int ofGroup(int tag) {
        return tag & Endpoint.MAX_TAG;
    }
}
