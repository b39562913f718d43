package iccl.backend.openmpi.internal;

import iccl.api.Datatype;
import iccl.api.ReductionOp;
import iccl.backend.mpi.MpiCommunicator;
import iccl.backend.mpi.MpiFailure;
import iccl.backend.mpi.ThreadLevel;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;
import mpi.Comm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Request;
import mpi.Status;
import org.jspecify.annotations.Nullable;

/** One communicator of Open MPI's Java bindings. */
final class OpenMpiCommunicator implements MpiCommunicator {
    /**
     * Set in the number of a request that receives. It is tested differently: the bindings tell a message's length by an
     * object that they make, and that of a message too long only before they end the request.
     */
    private static final long RECEIVES = 1L << 32;

    private final Intracomm communicator;
    private final HostPlatform host;
    private final ThreadLevel level;
    private final Views views;
    private final Requests requests = new Requests();
    private final int rank;
    private final int size;

    OpenMpiCommunicator(Intracomm communicator, HostPlatform host, ThreadLevel level) throws MPIException {
        this.communicator = communicator;
        this.host = host;
        this.level = level;
        this.views = new Views(host);
        this.rank = communicator.getRank();
        this.size = communicator.getSize();
    }

    /** One whose failures are ours to handle. */
    static OpenMpiCommunicator returningErrors(Intracomm communicator, HostPlatform host, ThreadLevel level)
            throws MPIException {
        communicator.setErrhandler(MPI.ERRORS_RETURN);
        return new OpenMpiCommunicator(communicator, host, level);
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
        try {
            return requests.add(communicator.iSend(views.at(address), bytes, MPI.BYTE, peer, tag));
        } catch (MPIException failure) {
            throw failed(failure);
        }
    }

    @Override
    public long receive(int peer, int tag, long address, int bytes) {
        try {
            return RECEIVES | requests.add(communicator.iRecv(views.at(address), bytes, MPI.BYTE, peer, tag));
        } catch (MPIException failure) {
            throw failed(failure);
        }
    }

    @Override
    public long test(long request) {
        boolean receives = (request & RECEIVES) != 0;
        int number = (int) request;
        Request tested = requests.get(number);
        @Nullable Status status = null;
        try {
            if (receives) {
                status = tested.getStatus();
                if (status == null) {
                    return PENDING;
                }
            }
            if (!tested.test()) {
                return PENDING;
            }
            requests.remove(number);
            return status == null ? 0 : status.getCount(MPI.BYTE);
        } catch (MPIException failure) {
            requests.remove(number);
            throw failed(failure, status);
        }
    }

    @Override
    public void cancelReceive(long request) {
        try {
            requests.get((int) request).cancel();
        } catch (MPIException failure) {
            throw failed(failure);
        }
    }

    @Override
    public int probe(int tag) {
        try {
            Status status = communicator.iProbe(MPI.ANY_SOURCE, tag);
            return status == null ? NOBODY : status.getSource();
        } catch (MPIException failure) {
            throw failed(failure);
        }
    }

    @Override
    public boolean hasUnreceived() {
        return probe(MPI.ANY_TAG) != NOBODY;
    }

    /**
     * The bindings have no 8-bit integers, and no unsigned ones; sums and products have the same bits for both. Open MPI's
     * vector code for sums of 16 bits saturates instead of wrapping.
     */
    @Override
    public boolean reduces(Datatype type, ReductionOp op) {
        return switch (type) {
            case INT32, INT64 -> op != ReductionOp.AVG;
            case UINT32, UINT64 -> op == ReductionOp.SUM || op == ReductionOp.PROD;
            case INT16 -> op == ReductionOp.PROD || op == ReductionOp.MAX || op == ReductionOp.MIN;
            case UINT16 -> op == ReductionOp.PROD;
            case INT8, UINT8, FLOAT16, BFLOAT16, FLOAT32, FLOAT64 -> false;
        };
    }

    @Override
    public long start(CollectiveCall call, boolean inPlaceAtRoot) {
        try {
            return requests.add(OpenMpiCollectives.start(communicator, views, call, inPlaceAtRoot));
        } catch (MPIException failure) {
            throw failed(failure);
        }
    }

    @Override
    public MpiCommunicator part(int[] members, int tag) {
        return level.blocking(() -> {
            try {
                Group all = communicator.getGroup();
                Group some = all.incl(members);
                Intracomm part = communicator.createGroup(some, tag);
                some.free();
                all.free();
                return returningErrors(part, host, level);
            } catch (MPIException failure) {
                throw failed(failure);
            }
        });
    }

    @Override
    public MpiCommunicator sharingMemory() {
        return level.blocking(() -> {
            try {
                return returningErrors(communicator.splitType(Comm.TYPE_SHARED, rank, MPI.INFO_NULL), host, level);
            } catch (MPIException failure) {
                throw failed(failure);
            }
        });
    }

    @Override
    public void free() {
        try {
            communicator.free();
        } catch (MPIException failure) {
            throw failed(failure);
        }
    }

    private static MpiFailure failed(MPIException failure, @Nullable Status status) {
        if (failure.getErrorClass() != MPI.ERR_TRUNCATE) {
            return failed(failure);
        }
        long received = MpiFailure.UNKNOWN;
        try {
            received = status == null ? received : status.getCount(MPI.BYTE);
        } catch (MPIException unknown) {
            failure.addSuppressed(unknown);
        }
        MpiFailure translated = new MpiFailure(MpiFailure.Kind.TRUNCATED, text(failure), received);
        translated.initCause(failure);
        return translated;
    }

    static MpiFailure failed(MPIException failure) {
        MpiFailure translated = MpiFailure.of(text(failure));
        translated.initCause(failure);
        return translated;
    }

    private static String text(MPIException failure) {
        return String.valueOf(failure.getMessage()).trim();
    }
}
