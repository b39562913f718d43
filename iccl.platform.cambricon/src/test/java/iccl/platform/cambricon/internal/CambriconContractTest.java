package iccl.platform.cambricon.internal;

import iccl.platform.simulation.SimulatedContractTest;

class CambriconContractTest extends SimulatedContractTest {
    CambriconContractTest() {
        super(Cambricon.TABLE);
    }
}
