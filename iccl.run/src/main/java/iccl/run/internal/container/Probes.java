package iccl.run.internal.container;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;

/**
 * What the probes say, for an error message. The port's classes belong to the kernel's bundle and are not on the class
 * path, hence the reflection.
 */
final class Probes {
    private static final String PROBE = "iccl.kernel.port.Probe";

    private Probes() {}

    static String summary(BundleContext context) {
        try {
            ServiceReference<?>[] references = context.getAllServiceReferences(PROBE, null);
            if (references == null) {
                return "No backend or platform bundle has reported anything.";
            }
            List<String> lines = new ArrayList<>();
            for (ServiceReference<?> reference : references) {
                lines.add(describe(context, reference));
            }
            return "The probes say: " + String.join("; ", lines);
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String part(Object verdict, String name) throws ReflectiveOperationException {
        return String.valueOf(verdict.getClass().getMethod(name).invoke(verdict))
                .toLowerCase(Locale.ROOT);
    }

    private static String describe(BundleContext context, ServiceReference<?> reference) {
        Object probe = context.getService(reference);
        if (probe == null) {
            return reference.getBundle() + " has no verdict";
        }
        try {
            Class<?> port = probe.getClass().getClassLoader().loadClass(PROBE);
            Object verdict = port.getMethod("verdict").invoke(probe);
            return part(verdict, "name") + " is " + part(verdict, "status") + ": "
                    + verdict.getClass().getMethod("reason").invoke(verdict);
        } catch (ReflectiveOperationException | NullPointerException e) {
            Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
            return reference.getBundle() + " cannot be asked: " + cause;
        } finally {
            context.ungetService(reference);
        }
    }
}
