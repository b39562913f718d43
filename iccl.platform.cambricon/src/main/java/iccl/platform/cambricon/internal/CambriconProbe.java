package iccl.platform.cambricon.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Tunables;
import iccl.platform.device.DeviceProbe;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Looks for Cambricon CNRT and enables the platform when a device answers. */
@Component(
        immediate = true,
        service = {Probe.class, Tunables.class},
        property = Platform.NAME + "=" + Cambricon.NAME)
public final class CambriconProbe extends DeviceProbe {
    @Activate
    public CambriconProbe(ComponentContext context) {
        super(context, Cambricon.TABLE, CambriconPlatform.class);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
