package iccl.platform.cpu.internal;

import iccl.kernel.port.Tunables;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;

/** Tells what can be tuned here; it is there when the platform is not. */
@Component(service = Tunables.class)
public final class CpuTunables implements Tunables {
    private static final String STANDARD = "auto";

    @Override
    public List<Entry> list() {
        String property = set(System.getProperty(Isa.PROPERTY));
        String variable = set(System.getenv(Isa.VARIABLE));
        String current = property != null ? property : variable != null ? variable : STANDARD;
        String source = property != null
                ? "set by the property " + Isa.PROPERTY
                : variable != null ? "set by the environment variable " + Isa.VARIABLE : "standard";
        return List.of(new Entry(
                Isa.PROPERTY,
                Isa.VARIABLE,
                Isa.allowed(),
                STANDARD,
                current,
                source,
                "the instructions of reductions on the processor; auto: the best it has; the results are the same"));
    }

    private static @Nullable String set(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }
}
