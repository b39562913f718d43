package iccl.platform.nvidia.internal;

import iccl.platform.simulation.SimulatedContractTest;

class NvidiaContractTest extends SimulatedContractTest {
    NvidiaContractTest() {
        super(Nvidia.TABLE);
    }
}
