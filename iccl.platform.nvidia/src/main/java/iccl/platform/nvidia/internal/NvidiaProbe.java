package iccl.platform.nvidia.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.kernel.port.Tunables;
import iccl.platform.device.DeviceProbe;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Looks for NVIDIA and enables the platform when a device answers. */
@Component(
        immediate = true,
        service = {Probe.class, Tunables.class},
        property = Platform.NAME + "=" + Nvidia.NAME)
public final class NvidiaProbe extends DeviceProbe {
    @Activate
    public NvidiaProbe(ComponentContext context) {
        super(context, Nvidia.TABLE, NvidiaPlatform.class);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
