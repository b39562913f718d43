package iccl.backend.openmpi.internal;

import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.testkit.ContractSubject;
import iccl.platform.cpu.internal.CpuPlatform;
import iccl.platform.cpu.internal.jni.NativeLibrary;
import java.io.IOException;

/** The backend in a rank that mpirun started. */
public final class OpenMpiSubject implements ContractSubject {
    private final HostPlatform host;
    private final OpenMpiLibrary library;
    private final OpenMpiBackend backend;

    public OpenMpiSubject() throws IOException {
        NativeLibrary.load();
        host = new CpuPlatform();
        library = OpenMpiLibrary.start();
        backend = new OpenMpiBackend(library, host);
    }

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
        backend.stop();
        library.finish();
    }
}
