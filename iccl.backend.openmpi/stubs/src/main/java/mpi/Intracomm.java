package mpi;

/** Signatures only. */
public class Intracomm extends Comm {
    Intracomm() {}

    public final native Intracomm createGroup(Group group, int tag) throws MPIException;

    public final native Intracomm splitType(int type, int key, Info info) throws MPIException;
}
