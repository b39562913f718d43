package iccl.kernel.internal.collective;

import iccl.kernel.port.Endpoint;
import iccl.kernel.port.HostPlatform;
import java.util.function.Supplier;

/**
 * What a machine works with on one rank.
 *
 * @param endpoint the rank's end of the communicator
 * @param host memory and arithmetic
 * @param scratch temporary memory
 * @param segmentBytes how much a pipelining machine sends at a time, at least 16
 * @param shared makes machines for ranks that share memory
 */
public record Workbench(
        Endpoint endpoint, HostPlatform host, Scratch scratch, long segmentBytes, Supplier<Machine> shared) {
    /** For ranks that share no memory. */
    public Workbench(Endpoint endpoint, HostPlatform host, Scratch scratch, long segmentBytes) {
        this(endpoint, host, scratch, segmentBytes, () -> {
            throw new IllegalStateException("the ranks share no memory");
        });
    }

    public int rank() {
        return endpoint.rank();
    }

    public int size() {
        return endpoint.size();
    }
}
