package mpi;

/** Signatures only. */
public final class Group {
    Group() {}

    public native Group incl(int[] ranks) throws MPIException;

    public native void free() throws MPIException;
}
