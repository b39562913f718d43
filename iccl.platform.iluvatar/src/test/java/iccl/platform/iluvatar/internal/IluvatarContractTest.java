package iccl.platform.iluvatar.internal;

import iccl.platform.simulation.SimulatedContractTest;

class IluvatarContractTest extends SimulatedContractTest {
    IluvatarContractTest() {
        super(Iluvatar.TABLE);
    }
}
