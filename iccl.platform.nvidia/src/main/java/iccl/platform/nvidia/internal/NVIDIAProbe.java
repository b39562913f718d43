package iccl.platform.nvidia.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.platform.device.DeviceProbe;
import org.osgi.service.component.ComponentContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/** Looks for NVIDIA and enables the platform when a device answers. */
@Component(immediate = true, service = Probe.class, property = Platform.NAME + "=" + NVIDIA.NAME)
public final class NVIDIAProbe extends DeviceProbe {
    @Activate
    public NVIDIAProbe(ComponentContext context) {
        super(context, NVIDIA.TABLE, NVIDIAPlatform.class);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
