package iccl.backend.local.internal;

import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.testkit.ContractSubject;
import iccl.platform.cpu.internal.CpuPlatform;
import java.util.Map;

/** The local backend in real memory. */
public final class CpuSubject implements ContractSubject {
    private final HostPlatform host = new CpuPlatform();
    private final LocalBackend backend = new LocalBackend(host, Options.of(Map.of()));

    @Override
    public HostPlatform host() {
        return host;
    }

    @Override
    public Backend backend() {
        return backend;
    }

    @Override
    public void close() {
        backend.closeAll();
    }
}
