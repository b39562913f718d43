package iccl.backend.mpich.internal;

import iccl.backend.mpi.ThisMachine;
import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import iccl.kernel.testkit.ContractSubject;
import iccl.platform.cpu.internal.CpuPlatform;
import iccl.platform.cpu.internal.jni.NativeLibrary;
import java.io.IOException;

/** The backend in a rank that mpiexec started. */
public final class MpichSubject implements ContractSubject {
    private final HostPlatform host;
    private final MpichLibrary library;
    private final MpichBackend backend;

    public MpichSubject() throws IOException {
        NativeLibrary.load();
        host = new CpuPlatform();
        library = MpichLibrary.start(new MpichSearch(new ThisMachine()).libraries());
        backend = new MpichBackend(library, host);
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
