package iccl.platform.cpu.internal;

import iccl.kernel.port.HostPlatform;
import iccl.kernel.testkit.HostPlatformContractTest;

class CpuPlatformContractTest extends HostPlatformContractTest {
    private static final CpuPlatform CPU = new CpuPlatform();

    @Override
    protected HostPlatform host() {
        return CPU;
    }
}
