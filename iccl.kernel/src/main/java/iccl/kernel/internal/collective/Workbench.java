package iccl.kernel.internal.collective;

import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;

/**
 * What a machine works with on one rank.
 *
 * @param endpoint the rank's end of the communicator
 * @param host memory of the host, and arithmetic
 * @param mover copies between the buffers and scratch, wherever they are
 * @param scratch temporary memory
 * @param segmentBytes how much a pipelining machine sends at a time, at least 16
 * @param shared makes machines for ranks that share memory
 */
public record Workbench(
        Endpoint endpoint, HostPlatform host, Mover mover, Scratch scratch, long segmentBytes, SharedMachines shared) {
    /** For buffers of the host. */
    public Workbench(Endpoint endpoint, HostPlatform host, Scratch scratch, long segmentBytes, SharedMachines shared) {
        this(endpoint, host, host::copy, scratch, segmentBytes, shared);
    }

    /** For ranks that share no memory. */
    public Workbench(Endpoint endpoint, HostPlatform host, Scratch scratch, long segmentBytes) {
        this(endpoint, host, scratch, segmentBytes, SharedMachines.NONE);
    }

    /** The same for buffers that are elsewhere: only machines that move bytes and do not combine them can work there. */
    public Workbench elsewhere(Mover otherMover, Scratch otherScratch) {
        return new Workbench(endpoint, host, otherMover, otherScratch, segmentBytes, shared);
    }

    public int rank() {
        return endpoint.rank();
    }

    public int size() {
        return endpoint.size();
    }
}
