package iccl.platform.iluvatar.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.platform.device.DevicePlatform;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Iluvatar CoreX accelerators. {@link IluvatarProbe} enables it. */
@Component(enabled = false, service = Platform.class, property = Platform.NAME + "=" + Iluvatar.NAME)
@Capability(namespace = Platform.NAME, name = Iluvatar.NAME)
public final class IluvatarPlatform extends DevicePlatform {
    @Activate
    public IluvatarPlatform(@Reference(target = "(" + Platform.NAME + "=" + Iluvatar.NAME + ")") Probe probe) {
        super(probe);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
