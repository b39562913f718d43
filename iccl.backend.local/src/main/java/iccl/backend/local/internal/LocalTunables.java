package iccl.backend.local.internal;

import iccl.kernel.port.Tunables;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** Tells what can be tuned here. It reads the backend's configuration, and is there when the backend is not. */
@Component(service = Tunables.class, configurationPid = LocalBackend.COMPONENT)
public final class LocalTunables implements Tunables {
    private final Options options;

    @Activate
    public LocalTunables(Map<String, Object> configuration) {
        options = Options.of(configuration);
    }

    @Override
    public List<Entry> list() {
        return List.of(options.describeRing());
    }
}
