package iccl.backend.local.internal;

import iccl.kernel.testkit.BackendContractTest;
import iccl.kernel.testkit.ContractSubject;

/** The contract, on ranks that are threads. */
class LocalThreadsContractTest extends BackendContractTest {
    @Override
    protected ContractSubject makeSubject() {
        return new CheckedSubject();
    }
}
