package iccl.backend.openmpi.internal;

import iccl.backend.mpi.MpiBackend;
import iccl.backend.mpi.MpiLibrary;
import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The backend; {@link OpenMpiProbe} enables it and gives it the library. */
@Component(
        service = Backend.class,
        enabled = false,
        property = {Backend.NAME + "=" + OpenMpiBackend.NAME, Constants.SERVICE_RANKING + ":Integer=100"})
public final class OpenMpiBackend extends MpiBackend {
    static final String NAME = "openmpi";

    @Activate
    public OpenMpiBackend(
            @Reference(target = "(" + Backend.NAME + "=" + NAME + ")") MpiLibrary library,
            @Reference HostPlatform host) {
        super(library, host);
    }

    @Deactivate
    void stop() {
        closeAll();
    }
}
