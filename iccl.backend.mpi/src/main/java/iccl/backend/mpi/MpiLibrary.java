package iccl.backend.mpi;

import iccl.kernel.port.HostPlatform;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;

/**
 * MPI in this process: started once, ended once, shared by all that were loaded from the bundle in its life.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public interface MpiLibrary {
    /** The backend's name: {@code openmpi}, {@code mpich}. */
    String name();

    /** For people: {@code Open MPI 4.1.4}. */
    String version();

    /** The communicator of all ranks; not to be freed. */
    MpiCommunicator world(HostPlatform host);

    /** The lock to hold around the calls on one communicator: a new one, or the same for all where MPI demands it. */
    Lock newLock();

    /**
     * Why messages cannot be from and to memory of that platform's devices, for people; null when the library says that they
     * can. Once it has started.
     */
    @Nullable
    String objectionToDeviceMemory(String platform, HostPlatform host);

    /** Whether MPI has ended in this process, as a program that started it may do at any time. */
    boolean isEnded();

    /** Ends MPI if this library started it; waits for the other ranks, but not forever. Idempotent. */
    void finish();
}
