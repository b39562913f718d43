package iccl.platform.moore.internal;

import iccl.kernel.port.Platform;
import iccl.kernel.port.Probe;
import iccl.platform.device.DevicePlatform;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Moore Threads MUSA accelerators. {@link MooreProbe} enables it. */
@Component(enabled = false, service = Platform.class, property = Platform.NAME + "=" + Moore.NAME)
@Capability(namespace = Platform.NAME, name = Moore.NAME)
public final class MoorePlatform extends DevicePlatform {
    @Activate
    public MoorePlatform(@Reference(target = "(" + Platform.NAME + "=" + Moore.NAME + ")") Probe probe) {
        super(probe);
    }

    @Override
    @Deactivate
    public void close() {
        super.close();
    }
}
