package iccl.platform.iluvatar.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Tunables;
import iccl.platform.device.DeviceProbe;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Looks for Iluvatar CoreX and enables the platform when a device answers. */
@Component(
        immediate = true,
        service = {Probe.class, Tunables.class},
        property = Platform.NAME + "=" + Iluvatar.NAME)
public final class IluvatarProbe extends DeviceProbe {
    @Activate
    public IluvatarProbe(ComponentContext context) {
        super(context, Iluvatar.TABLE, IluvatarPlatform.class);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
