package iccl.backend.mpi;

import iccl.api.Datatype;
import iccl.api.IcclException;
import iccl.api.MemorySpace;
import iccl.api.Operation;
import iccl.api.ResultCode;
import iccl.kernel.port.CollectiveCall;
import iccl.kernel.port.HostPlatform;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** Which ranks share a machine, as MPI sees it. Entry r is the lowest rank on the machine of rank r. */
final class Nodes {
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    private Nodes() {}

    /** Asks MPI; all ranks of the communicator call it at the same time. */
    static int[] of(MpiCommunicator communicator, HostPlatform host, Lock lock) {
        MpiCommunicator machine = communicator.sharingMemory();
        int size = communicator.size();
        long memory = host.allocate(MemorySpace.HOST, 4L * (size + 1));
        ByteBuffer cells = host.view(memory, 4L * (size + 1));
        cells.putInt(0, communicator.rank());
        // When one of the two hangs, MPI keeps the memory.
        await(machine, call(Operation.BROADCAST, memory, memory), lock);
        await(communicator, call(Operation.ALL_GATHER, memory, memory + 4), lock);
        int[] nodes = new int[size];
        for (int rank = 0; rank < size; rank++) {
            nodes[rank] = cells.getInt(4 + 4 * rank);
        }
        host.free(MemorySpace.HOST, memory);
        lock.lock();
        try {
            machine.free();
        } finally {
            lock.unlock();
        }
        return nodes;
    }

    private static CollectiveCall call(Operation operation, long send, long recv) {
        return new CollectiveCall(operation, send, recv, 1, Datatype.INT32, null, 0);
    }

    private static void await(MpiCommunicator communicator, CollectiveCall call, Lock lock) {
        long request;
        lock.lock();
        try {
            request = communicator.start(call, false);
        } finally {
            lock.unlock();
        }
        boolean done = Waiting.until(
                () -> {
                    lock.lock();
                    try {
                        return communicator.test(request) != MpiCommunicator.PENDING;
                    } finally {
                        lock.unlock();
                    }
                },
                PATIENCE_NANOS);
        if (!done) {
            throw new IcclException(
                    ResultCode.TIMEOUT,
                    "the ranks could not agree within a minute who shares a machine; is one stuck?");
        }
    }

    /** The same for a part of those ranks, in its own numbering. */
    static int[] ofPart(int[] nodes, int[] members) {
        int[] part = new int[members.length];
        for (int i = 0; i < members.length; i++) {
            part[i] = i;
            for (int j = i - 1; j >= 0; j--) {
                if (nodes[members[j]] == nodes[members[i]]) {
                    part[i] = part[j];
                    break;
                }
            }
        }
        return part;
    }
}
