package mpi;

/** Signatures only. */
public final class MPIException extends Exception {
    private static final long serialVersionUID = 1L;

    public MPIException(String message) {
        super(message);
    }

    public native int getErrorCode();

    public native int getErrorClass();
}
