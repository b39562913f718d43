package iccl.platform.metax.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Tunables;
import iccl.platform.device.DeviceProbe;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Looks for MetaX MACA and enables the platform when a device answers. */
@Component(
        immediate = true,
        service = {Probe.class, Tunables.class},
        property = Platform.NAME + "=" + Metax.NAME)
public final class MetaxProbe extends DeviceProbe {
    @Activate
    public MetaxProbe(ComponentContext context) {
        super(context, Metax.TABLE, MetaxPlatform.class);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
