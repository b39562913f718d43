package mpi;

/** Signatures only. */
public final class Status {
    Status() {}

    public native int getCount(Datatype type) throws MPIException;

    public native int getSource();

    public native int getError();
}
