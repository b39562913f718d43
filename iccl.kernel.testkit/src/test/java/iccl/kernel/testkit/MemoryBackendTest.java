package iccl.kernel.testkit;

import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;

/** The contract's own test: a backend that is simple enough to be right keeps it. */
class MemoryBackendTest extends BackendContractTest {
    @Override
    protected ContractSubject makeSubject() {
        HostPlatform memory = new CheckedMemory();
        Backend backend = new MemoryBackend("memory", memory);
        return new ContractSubject() {
            @Override
            public HostPlatform host() {
                return memory;
            }

            @Override
            public Backend backend() {
                return backend;
            }

            @Override
            public void close() {}
        };
    }
}
