package mpi;

import java.nio.Buffer;

/** Signatures only. */
public class Comm {
    public static final int TYPE_SHARED = number();

    Comm() {}

    private static int number() {
        return 0;
    }

    public final native int getRank() throws MPIException;

    public final native int getSize() throws MPIException;

    public final native Object getAttr(int keyval) throws MPIException;

    public final native void setErrhandler(Errhandler handler) throws MPIException;

    public final native Group getGroup() throws MPIException;

    public final native void free() throws MPIException;

    public final native Status iProbe(int source, int tag) throws MPIException;

    public final native Request iSend(Buffer buf, int count, Datatype type, int dest, int tag) throws MPIException;

    public final native Request iRecv(Buffer buf, int count, Datatype type, int source, int tag) throws MPIException;

    public final native Request iBarrier() throws MPIException;

    public final native Request iBcast(Buffer buf, int count, Datatype type, int root) throws MPIException;

    public final native Request iGather(
            Buffer send, int sendCount, Datatype sendType, Buffer recv, int recvCount, Datatype recvType, int root)
            throws MPIException;

    public final native Request iGather(Buffer buf, int count, Datatype type, int root) throws MPIException;

    public final native Request iScatter(
            Buffer send, int sendCount, Datatype sendType, Buffer recv, int recvCount, Datatype recvType, int root)
            throws MPIException;

    public final native Request iScatter(Buffer buf, int count, Datatype type, int root) throws MPIException;

    public final native Request iAllGather(
            Buffer send, int sendCount, Datatype sendType, Buffer recv, int recvCount, Datatype recvType)
            throws MPIException;

    public final native Request iAllToAll(
            Buffer send, int sendCount, Datatype sendType, Buffer recv, int recvCount, Datatype recvType)
            throws MPIException;

    public final native Request iAllReduce(Buffer send, Buffer recv, int count, Datatype type, Op op)
            throws MPIException;

    public final native Request iReduce(Buffer send, Buffer recv, int count, Datatype type, Op op, int root)
            throws MPIException;

    public final native Request iReduce(Buffer buf, int count, Datatype type, Op op, int root) throws MPIException;

    public final native Request iReduceScatterBlock(Buffer send, Buffer recv, int count, Datatype type, Op op)
            throws MPIException;
}
