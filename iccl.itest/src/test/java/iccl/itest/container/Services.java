package iccl.itest.container;

import iccl.kernel.port.Backend;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/** The container that the calling test runs in. */
final class Services {
    private static final long PATIENCE_MILLIS = 10_000;

    private Services() {}

    static BundleContext context() {
        return FrameworkUtil.getBundle(Services.class).getBundleContext();
    }

    /** Waits for a service of that type. */
    static <T> T service(Class<T> type) {
        return Waiting.until(type.getSimpleName(), PATIENCE_MILLIS, () -> {
            ServiceReference<T> reference = context().getServiceReference(type);
            return reference == null ? null : context().getService(reference);
        });
    }

    static void awaitBackend(String name) {
        String filter = "(" + Backend.NAME + "=" + name + ")";
        Waiting.until("backend " + name, PATIENCE_MILLIS, () -> first(filter));
    }

    private static @Nullable Object first(String filter) {
        try {
            return context().getServiceReferences(Backend.class, filter).stream()
                    .findFirst()
                    .orElse(null);
        } catch (InvalidSyntaxException e) {
            throw new AssertionError(e);
        }
    }

    static Bundle bundle(String name) {
        return Arrays.stream(context().getBundles())
                .filter(bundle -> name.equals(bundle.getSymbolicName()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no bundle " + name));
    }
}
