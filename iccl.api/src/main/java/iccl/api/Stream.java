package iccl.api;

import org.osgi.annotation.versioning.ProviderType;

/**
 * A queue of operations that run one after another, away from the calling thread. An operation given a stream returns at
 * once; a failure shows in {@link #synchronize} and in {@link Communicator#asyncError}.
 *
 * <p>Threads: any thread may add to it; the operations of one stream run in the order in which they were added.
 */
@ProviderType
public interface Stream extends AutoCloseable {
    /**
     * Waits until all that was added before has been done.
     *
     * @throws IcclException the first failure since the last call; later operations of the stream were not started
     */
    void synchronize();

    /** Whether all that was added has been done. Does not wait. */
    boolean query();

    /** Waits for what was added, then gives the stream back. Idempotent. */
    @Override
    void close();
}
