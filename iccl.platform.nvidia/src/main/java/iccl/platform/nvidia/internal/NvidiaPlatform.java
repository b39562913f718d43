package iccl.platform.nvidia.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.platform.device.DevicePlatform;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** NVIDIA accelerators. {@link NvidiaProbe} enables it. */
@Component(enabled = false, service = Platform.class, property = Platform.NAME + "=" + Nvidia.NAME)
@Capability(namespace = Platform.NAME, name = Nvidia.NAME)
public final class NvidiaPlatform extends DevicePlatform {
    @Activate
    public NvidiaPlatform(@Reference(target = "(" + Platform.NAME + "=" + Nvidia.NAME + ")") Probe probe) {
        super(probe);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
