package iccl.kernel.port;

import iccl.api.UniqueId;
import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A transport: moves bytes between ranks. It never picks an algorithm; the kernel does. Registered as an OSGi service
 * only after its probe succeeded; the service property {@value #NAME} equals {@link #name}. Of two that can carry a
 * communicator the one with the higher {@code service.ranking} does.
 *
 * <p>When the service is unregistered, its endpoints must already be closed or be about to: every call on them fails with
 * {@link iccl.api.ResultCode#INVALID_USAGE}, none touches freed memory.
 *
 * <p>Threads: all methods may be called by any thread.
 */
@ConsumerType
public interface Backend {
    /** Service property with the backend's name. */
    String NAME = "iccl.backend";

    /** Short and stable: {@code local}, {@code openmpi}, {@code mpich}. */
    String name();

    /** The version of what it stands on, for people: {@code Open MPI 4.1.4}. */
    String version();

    /** This process's place in the world that a launcher made for this backend; empty when none did. */
    Optional<Placement> world();

    /**
     * This process's endpoint in that world. The kernel asks once per container and closes what it gets.
     *
     * @throws iccl.api.IcclException {@code INVALID_USAGE} when {@link #world} is empty
     */
    Endpoint openWorld();

    /** Whether {@link #openThreads} works. */
    boolean carriesThreads();

    /** Endpoints for {@code size} ranks of this process, in rank order. */
    List<Endpoint> openThreads(int size);

    /** Whether {@link #openRendezvous} works. */
    boolean carriesRendezvous();

    /**
     * Joins the ranks that name the same id; returns when all have come.
     *
     * @param timeoutNanos how long to wait for them
     * @throws iccl.api.IcclException {@code TIMEOUT} naming the ranks that did not come
     */
    Endpoint openRendezvous(UniqueId id, int rank, int size, long timeoutNanos);
}
