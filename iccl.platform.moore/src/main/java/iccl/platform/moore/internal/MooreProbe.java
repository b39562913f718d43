package iccl.platform.moore.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Tunables;
import iccl.platform.device.DeviceProbe;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Looks for Moore Threads MUSA and enables the platform when a device answers. */
@Component(
        immediate = true,
        service = {Probe.class, Tunables.class},
        property = Platform.NAME + "=" + Moore.NAME)
public final class MooreProbe extends DeviceProbe {
    @Activate
    public MooreProbe(ComponentContext context) {
        super(context, Moore.TABLE, MoorePlatform.class);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
