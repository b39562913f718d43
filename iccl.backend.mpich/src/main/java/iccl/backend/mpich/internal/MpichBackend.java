package iccl.backend.mpich.internal;

import iccl.backend.mpi.MpiBackend;
import iccl.backend.mpi.MpiLibrary;
import iccl.kernel.port.Backend;
import iccl.kernel.port.HostPlatform;
import org.osgi.framework.Constants;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** The backend; {@link MpichProbe} enables it and gives it the library. */
@Component(
        service = Backend.class,
        enabled = false,
        property = {Backend.NAME + "=" + MpichBackend.NAME, Constants.SERVICE_RANKING + ":Integer=100"})
public final class MpichBackend extends MpiBackend {
    static final String NAME = "mpich";

    @Activate
    public MpichBackend(
            @Reference(target = "(" + Backend.NAME + "=" + NAME + ")") MpiLibrary library,
            @Reference HostPlatform host) {
        super(library, host);
    }

    @Deactivate
    void stop() {
        closeAll();
    }
}
