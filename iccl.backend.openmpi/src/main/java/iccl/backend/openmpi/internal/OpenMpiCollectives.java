package iccl.backend.openmpi.internal;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.kernel.port.CollectiveCall;
import java.nio.ByteBuffer;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Request;
import org.jspecify.annotations.Nullable;

/** Starts the nonblocking collectives of the bindings. Their in-place forms take one buffer, with both roles. */
final class OpenMpiCollectives {
    private OpenMpiCollectives() {}

    static Request start(Intracomm on, Views views, CollectiveCall call, boolean inPlaceAtRoot) throws MPIException {
        ByteBuffer send = views.at(call.sendAddress());
        ByteBuffer recv = views.at(call.recvAddress());
        return call.operation().isReducing()
                ? reduce(on, send, recv, call, inPlaceAtRoot)
                : move(on, send, recv, call, inPlaceAtRoot);
    }

    private static Request move(
            Intracomm on, ByteBuffer send, ByteBuffer recv, CollectiveCall call, boolean inPlaceAtRoot)
            throws MPIException {
        int bytes = Math.toIntExact(call.bytes());
        int root = call.root();
        return switch (call.operation()) {
            case BARRIER -> on.iBarrier();
            case BROADCAST -> on.iBcast(on.getRank() == root ? send : recv, bytes, MPI.BYTE, root);
            case ALL_GATHER -> on.iAllGather(send, bytes, MPI.BYTE, recv, bytes, MPI.BYTE);
            case ALL_TO_ALL -> on.iAllToAll(send, bytes, MPI.BYTE, recv, bytes, MPI.BYTE);
            case GATHER -> inPlaceAtRoot
                    ? on.iGather(recv, bytes, MPI.BYTE, root)
                    : on.iGather(send, bytes, MPI.BYTE, recv, bytes, MPI.BYTE, root);
            case SCATTER -> inPlaceAtRoot
                    ? on.iScatter(send, bytes, MPI.BYTE, root)
                    : on.iScatter(send, bytes, MPI.BYTE, recv, bytes, MPI.BYTE, root);
            case ALL_REDUCE, REDUCE, REDUCE_SCATTER, SEND, RECV -> throw notACollective(call);
        };
    }

    private static Request reduce(
            Intracomm on, ByteBuffer send, ByteBuffer recv, CollectiveCall call, boolean inPlaceAtRoot)
            throws MPIException {
        int count = Math.toIntExact(call.count());
        mpi.Datatype type = typeOf(call.type());
        Op op = opOf(call.op());
        return switch (call.operation()) {
            case ALL_REDUCE -> on.iAllReduce(send, recv, count, type, op);
            case REDUCE -> inPlaceAtRoot
                    ? on.iReduce(recv, count, type, op, call.root())
                    : on.iReduce(send, recv, count, type, op, call.root());
            case REDUCE_SCATTER -> on.iReduceScatterBlock(send, recv, count, type, op);
            case BARRIER, BROADCAST, ALL_GATHER, ALL_TO_ALL, GATHER, SCATTER, SEND, RECV -> throw notACollective(call);
        };
    }

    private static IllegalArgumentException notACollective(CollectiveCall call) {
        return new IllegalArgumentException("not offered: " + call);
    }

    private static mpi.Datatype typeOf(Datatype type) {
        return switch (type) {
            case INT16, UINT16 -> MPI.SHORT;
            case INT32, UINT32 -> MPI.INT;
            case INT64, UINT64 -> MPI.LONG;
            case INT8, UINT8, FLOAT16, BFLOAT16, FLOAT32, FLOAT64 -> throw new IllegalArgumentException(
                    "not offered: " + type);
        };
    }

    private static Op opOf(@Nullable ReductionOp op) {
        if (op == null) {
            throw new IllegalArgumentException("no reduction");
        }
        return switch (op) {
            case SUM -> MPI.SUM;
            case PROD -> MPI.PROD;
            case MAX -> MPI.MAX;
            case MIN -> MPI.MIN;
            case AVG -> throw new IllegalArgumentException("not offered: " + op);
        };
    }
}
