package iccl.platform.nvidia.internal;

import iccl.platform.simulation.SimulatedContractTest;

class NVIDIAContractTest extends SimulatedContractTest {
    NVIDIAContractTest() {
        super(NVIDIA.TABLE);
    }
}
