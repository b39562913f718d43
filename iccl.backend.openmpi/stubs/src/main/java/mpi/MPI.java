package mpi;

/** Signatures only: the real class is in Open MPI's mpi.jar. The numbers must not be compile-time constants. */
public final class MPI {
    public static final int THREAD_MULTIPLE = number();
    public static final int TAG_UB = number();
    public static final int ANY_SOURCE = number();
    public static final int ANY_TAG = number();
    public static final int ERR_TRUNCATE = number();
    public static final Intracomm COMM_WORLD = new Intracomm();
    public static final Info INFO_NULL = new Info();
    public static final Errhandler ERRORS_RETURN = new Errhandler();
    public static final Datatype BYTE = new Datatype();
    public static final Datatype SHORT = new Datatype();
    public static final Datatype INT = new Datatype();
    public static final Datatype LONG = new Datatype();
    public static final Op SUM = new Op();
    public static final Op PROD = new Op();
    public static final Op MAX = new Op();
    public static final Op MIN = new Op();

    private MPI() {}

    private static int number() {
        return 0;
    }

    public static native int InitThread(String[] args, int required) throws MPIException;

    public static native int queryThread() throws MPIException;

    public static native void Finalize() throws MPIException;

    public static native boolean isInitialized() throws MPIException;

    public static native boolean isFinalized() throws MPIException;

    public static native String getLibVersion();
}
