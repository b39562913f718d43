package iccl.platform.metax.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.platform.device.DevicePlatform;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** MetaX MACA accelerators. {@link MetaxProbe} enables it. */
@Component(enabled = false, service = Platform.class, property = Platform.NAME + "=" + Metax.NAME)
@Capability(namespace = Platform.NAME, name = Metax.NAME)
public final class MetaxPlatform extends DevicePlatform {
    @Activate
    public MetaxPlatform(@Reference(target = "(" + Platform.NAME + "=" + Metax.NAME + ")") Probe probe) {
        super(probe);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
