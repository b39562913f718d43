package iccl.platform.cambricon.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.platform.device.DevicePlatform;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Cambricon CNRT accelerators. {@link CambriconProbe} enables it. */
@Component(enabled = false, service = Platform.class, property = Platform.NAME + "=" + Cambricon.NAME)
@Capability(namespace = Platform.NAME, name = Cambricon.NAME)
public final class CambriconPlatform extends DevicePlatform {
    @Activate
    public CambriconPlatform(@Reference(target = "(" + Platform.NAME + "=" + Cambricon.NAME + ")") Probe probe) {
        super(probe);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
