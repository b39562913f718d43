package iccl.backend.mpi;

import iccl.kernel.port.Endpoint;

/** The MPI tags beyond those of {@link Endpoint}. */
public final class Tags {
    /** What {@link Control} sends. */
    static final int CONTROL = 3 * (Endpoint.MAX_TAG + 1);

    /** What {@link Control} is answered. */
    static final int ANSWER = CONTROL + 1;

    /** The largest that is used; an MPI library's own limit must be at least this. */
    public static final int LARGEST = ANSWER;

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
