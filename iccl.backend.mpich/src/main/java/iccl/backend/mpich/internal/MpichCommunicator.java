package iccl.backend.mpich.internal;

import static iccl.backend.mpich.internal.Results.checked;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.backend.mpi.MpiCommunicator;
import iccl.backend.mpi.ThreadLevel;
import iccl.backend.mpich.internal.jni.MpichNative;
import iccl.kernel.port.CollectiveCall;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** One communicator of MPICH. A request is MPICH's own handle; nothing is allocated for it here. */
final class MpichCommunicator implements MpiCommunicator {
    private final int handle;
    private final ThreadLevel level;
    private final int rank;
    private final int size;

    MpichCommunicator(int handle, ThreadLevel level) {
        this.handle = handle;
        this.level = level;
        this.rank = (int) checked(MpichNative.rank(handle));
        this.size = (int) checked(MpichNative.size(handle));
    }

    /** One whose failures are ours to handle. */
    static MpichCommunicator returningErrors(int handle, ThreadLevel level) {
        checked(MpichNative.returnErrors(handle));
        return new MpichCommunicator(handle, level);
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public long send(int peer, int tag, long address, int bytes) {
        return checked(MpichNative.send(handle, peer, tag, address, bytes));
    }

    @Override
    public long receive(int peer, int tag, long address, int bytes) {
        return checked(MpichNative.receive(handle, peer, tag, address, bytes));
    }

    @Override
    public long test(long request) {
        return checked(MpichNative.test((int) request));
    }

    @Override
    public void cancelReceive(long request) {
        checked(MpichNative.cancel((int) request));
    }

    @Override
    public int probe(int tag) {
        return (int) checked(MpichNative.probe(handle, tag));
    }

    @Override
    public boolean hasUnreceived() {
        return probe(MpichNative.anyTag()) != NOBODY;
    }

    /** MPICH 4.0 compares unsigned integers as if they were signed; sums and products have the same bits for both. */
    @Override
    public boolean reduces(Datatype type, ReductionOp op) {
        return switch (type.kind()) {
            case SIGNED -> op != ReductionOp.AVG;
            case UNSIGNED -> op == ReductionOp.SUM || op == ReductionOp.PROD;
            case FLOATING -> false;
        };
    }

    @Override
    public long start(CollectiveCall call, boolean inPlaceAtRoot) {
        return checked(call.operation().isReducing() ? reduce(call, inPlaceAtRoot) : move(call, inPlaceAtRoot));
    }

    private long move(CollectiveCall call, boolean inPlaceAtRoot) {
        long from = call.sendAddress();
        long to = call.recvAddress();
        int bytes = Math.toIntExact(call.bytes());
        int root = call.root();
        return switch (call.operation()) {
            case BARRIER -> MpichNative.barrier(handle);
            case BROADCAST -> MpichNative.broadcast(handle, rank == root ? from : to, bytes, root);
            case ALL_GATHER -> MpichNative.allGather(handle, from, to, bytes);
            case ALL_TO_ALL -> MpichNative.allToAll(handle, from, to, bytes);
            case GATHER -> MpichNative.gather(handle, inPlaceAtRoot ? 0 : from, to, bytes, root);
            case SCATTER -> MpichNative.scatter(handle, from, inPlaceAtRoot ? 0 : to, bytes, root);
            case ALL_REDUCE, REDUCE, REDUCE_SCATTER, SEND, RECV -> throw notOffered(call);
        };
    }

    private long reduce(CollectiveCall call, boolean inPlaceAtRoot) {
        long from = call.sendAddress();
        long to = call.recvAddress();
        int count = Math.toIntExact(call.count());
        int type = Codes.of(call.type());
        int op = Codes.of(call.op());
        return switch (call.operation()) {
            case ALL_REDUCE -> MpichNative.allReduce(handle, from, to, count, type, op);
            case REDUCE -> MpichNative.reduce(handle, inPlaceAtRoot ? 0 : from, to, count, type, op, call.root());
            case REDUCE_SCATTER -> MpichNative.reduceScatter(handle, from, to, count, type, op);
            case BARRIER, BROADCAST, ALL_GATHER, ALL_TO_ALL, GATHER, SCATTER, SEND, RECV -> throw notOffered(call);
        };
    }

    private static IllegalArgumentException notOffered(CollectiveCall call) {
        return new IllegalArgumentException("not offered: " + call);
    }

    @Override
    public MpiCommunicator part(int[] members, int tag) {
        ByteBuffer ranks = ByteBuffer.allocateDirect(4 * members.length).order(ByteOrder.nativeOrder());
        ranks.asIntBuffer().put(members);
        return level.blocking(() -> returningErrors((int) checked(MpichNative.part(ranks, handle, tag)), level));
    }

    @Override
    public MpiCommunicator sharingMemory() {
        return level.blocking(() -> returningErrors((int) checked(MpichNative.sharingMemory(handle, rank)), level));
    }

    @Override
    public void free() {
        checked(MpichNative.release(handle));
    }
}
