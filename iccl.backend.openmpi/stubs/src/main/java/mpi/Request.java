package mpi;

/** Signatures only. */
public class Request {
    Request() {}

    public final native void cancel() throws MPIException;

    public final native boolean test() throws MPIException;

    public final native Status getStatus() throws MPIException;
}
