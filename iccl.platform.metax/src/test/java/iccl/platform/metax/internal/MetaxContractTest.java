package iccl.platform.metax.internal;

import iccl.platform.simulation.SimulatedContractTest;

class MetaxContractTest extends SimulatedContractTest {
    MetaxContractTest() {
        super(Metax.TABLE);
    }
}
