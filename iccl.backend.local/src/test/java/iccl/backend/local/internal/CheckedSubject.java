package iccl.backend.local.internal;

import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.testkit.CheckedMemory;
import iccl.kernel.testkit.ContractSubject;
import java.util.Map;

/** The local backend in checked memory; at the end everything must have been given back. */
public final class CheckedSubject implements ContractSubject {
    private final CheckedMemory host = new CheckedMemory();
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
        host.assertNothingLeaked();
    }
}
