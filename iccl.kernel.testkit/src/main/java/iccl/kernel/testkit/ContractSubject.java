package iccl.kernel.testkit;

import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;

/**
 * The backend under test and the host it works on. A test names a class of this kind with a public constructor without
 * parameters, so that a rank that is a process of its own can make one too ({@link BackendContractMain}).
 */
public interface ContractSubject extends AutoCloseable {
    HostPlatform host();

    /** The same each time. */
    Backend backend();

    /** Gives back what the subject holds, after all endpoints were closed; an MPI backend ends MPI here. */
    @Override
    void close();
}
