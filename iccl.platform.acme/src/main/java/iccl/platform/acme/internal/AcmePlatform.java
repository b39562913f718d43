package iccl.platform.acme.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.platform.device.DevicePlatform;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Acme accelerators. {@link AcmeProbe} enables it. */
@Component(enabled = false, service = Platform.class, property = Platform.NAME + "=" + Acme.NAME)
@Capability(namespace = Platform.NAME, name = Acme.NAME)
public final class AcmePlatform extends DevicePlatform {
    @Activate
    public AcmePlatform(@Reference(target = "(" + Platform.NAME + "=" + Acme.NAME + ")") Probe probe) {
        super(probe);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
