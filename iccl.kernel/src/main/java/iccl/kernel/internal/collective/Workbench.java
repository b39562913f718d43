package iccl.kernel.internal.collective;

import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;

/**
 * What a machine works with on one rank.
 *
 * @param endpoint the rank's end of the communicator
 * @param host memory and arithmetic
 * @param scratch temporary memory
 * @param segmentBytes how much a pipelining machine sends at a time, at least 16
 */
public record Workbench(Endpoint endpoint, HostPlatform host, Scratch scratch, long segmentBytes) {
    public int rank() {
        return endpoint.rank();
    }

    public int size() {
        return endpoint.size();
    }
}
