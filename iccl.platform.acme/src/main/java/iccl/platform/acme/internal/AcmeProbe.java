package iccl.platform.acme.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Tunables;
import iccl.platform.device.DeviceProbe;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Looks for Acme and enables the platform when a device answers. */
@Component(
        immediate = true,
        service = {Probe.class, Tunables.class},
        property = Platform.NAME + "=" + Acme.NAME)
public final class AcmeProbe extends DeviceProbe {
    @Activate
    public AcmeProbe(ComponentContext context) {
        super(context, Acme.TABLE, AcmePlatform.class);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
