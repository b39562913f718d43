package iccl.platform.moore.internal;

import iccl.platform.simulation.SimulatedContractTest;

class MooreContractTest extends SimulatedContractTest {
    MooreContractTest() {
        super(Moore.TABLE);
    }
}
