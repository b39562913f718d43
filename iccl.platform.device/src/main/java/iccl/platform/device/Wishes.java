package iccl.platform.device;

import iccl.kernel.port.Tunables;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What users set: environment variables; our own, which begin with {@code ICCL_}, as system properties, too, which go first:
 * {@code ICCL_PROBE_TIMEOUT} is {@code iccl.probe.timeout}.
 */
final class Wishes {
    private static final String OWN = "ICCL_";

    private Wishes() {}

    /** The value of a variable, or null. */
    static @Nullable String of(String variable) {
        String property = variable.startsWith(OWN) ? System.getProperty(propertyOf(variable)) : null;
        return property == null || property.isBlank() ? System.getenv(variable) : property;
    }

    private static String propertyOf(String variable) {
        return variable.toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /** What can be tuned for a vendor. */
    static List<Tunables.Entry> list(VendorTable table) {
        return List.of(
                entry(
                        table.libraryVariable(),
                        "the absolute path of a file",
                        "auto",
                        "the runtime of " + table.title() + "; auto: searched in the folders of its software"),
                entry(
                        Discovery.LIMIT_VARIABLE,
                        "whole seconds from 1 on",
                        Long.toString(Discovery.LIMIT_SECONDS),
                        "how long a vendor's library may take to be probed"),
                entry(Hardware.VARIABLE, "a folder", "/", "where sys and dev are in which hardware is looked for"));
    }

    private static Tunables.Entry entry(String variable, String allowed, String standard, String description) {
        String set = of(variable);
        String property = System.getProperty(propertyOf(variable));
        String source = set == null || set.isBlank()
                ? "standard"
                : set.equals(property)
                        ? "set by the property " + propertyOf(variable)
                        : "set by the environment variable " + variable;
        String current = set == null || set.isBlank() ? standard : set.strip();
        return new Tunables.Entry(propertyOf(variable), variable, allowed, standard, current, source, description);
    }
}
