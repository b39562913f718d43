package iccl.kernel.testkit;

import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;

/** The simulated network keeps the contract that real backends must keep. */
class SimNetworkTest extends BackendContractTest {
    /** A network over checked memory. */
    static final class Subject implements ContractSubject {
        private final CheckedMemory memory = new CheckedMemory();
        private final SimNetwork network = new SimNetwork(memory, 20_261_130).withRanksPerNode(2);

        @Override
        public HostPlatform host() {
            return memory;
        }

        @Override
        public Backend backend() {
            return network;
        }

        @Override
        public void close() {
            memory.assertNothingLeaked();
        }
    }

    @Override
    protected int[] sizes() {
        return new int[] {1, 3};
    }

    @Override
    protected ContractSubject makeSubject() {
        return new Subject();
    }
}
