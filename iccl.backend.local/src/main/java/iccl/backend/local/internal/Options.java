package iccl.backend.local.internal;

import iccl.api.IcclException;
import iccl.api.ResultCode;
import iccl.kernel.port.Tunables;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tunables that this backend reads: from its configuration, else a system property, else the environment, else the
 * standard value.
 */
final class Options {
    /** How large a ring is, unless the group is so large that it must be less. */
    static final String RING = "iccl.local.ring";

    /** As everywhere: how long a new group waits for its members. */
    static final String TIMEOUT_INIT = "iccl.timeout.init";

    private static final String STANDARD_RING = "256K";
    private static final String ALLOWED_RING =
            "bytes, " + Layout.PAGE + " to " + Layout.LARGEST_RING + ", also with K or M: 256K";
    private static final String STANDARD_TIMEOUT = "120";
    private static final BigDecimal MOST_SECONDS = BigDecimal.valueOf(1_000_000_000L);

    private final Map<String, ?> configuration;
    private final UnaryOperator<@Nullable String> property;
    private final UnaryOperator<@Nullable String> environment;

    /**
     * @param property a system property by name, or null
     * @param environment an environment variable by name, or null
     */
    Options(
            Map<String, ?> configuration,
            UnaryOperator<@Nullable String> property,
            UnaryOperator<@Nullable String> environment) {
        this.configuration = configuration;
        this.property = property;
        this.environment = environment;
    }

    /** The tunables of this process. */
    static Options of(Map<String, ?> configuration) {
        return new Options(configuration, System::getProperty, System::getenv);
    }

    /** A variable of the environment; null when it is not set or empty. */
    @Nullable
    String variable(String name) {
        String value = environment.apply(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    long ringBytes() {
        String text = find(RING, STANDARD_RING).text;
        if (text.matches("[0-9]{1,9}[KMkm]?")) {
            int shift =
                    switch (Character.toUpperCase(text.charAt(text.length() - 1))) {
                        case 'K' -> 10;
                        case 'M' -> 20;
                        default -> 0;
                    };
            long bytes = Long.parseLong(shift == 0 ? text : text.substring(0, text.length() - 1)) << shift;
            if (bytes >= Layout.PAGE && bytes <= Layout.LARGEST_RING) {
                return bytes;
            }
        }
        throw wrong(RING, text, ALLOWED_RING);
    }

    /** How long to wait for the members of the world and of parts; 0 is "no limit". */
    long patienceNanos() {
        String text = find(TIMEOUT_INIT, STANDARD_TIMEOUT).text;
        try {
            BigDecimal seconds = new BigDecimal(text);
            if (seconds.signum() >= 0 && seconds.compareTo(MOST_SECONDS) <= 0) {
                return seconds.signum() == 0
                        ? Long.MAX_VALUE
                        : seconds.movePointRight(9).longValue();
            }
        } catch (NumberFormatException e) {
            throw wrong(TIMEOUT_INIT, text, "seconds");
        }
        throw wrong(TIMEOUT_INIT, text, "seconds, 0 to " + MOST_SECONDS);
    }

    /** The ring's size; the other tunable is the kernel's too, which lists it. */
    Tunables.Entry describeRing() {
        Value value = find(RING, STANDARD_RING);
        return new Tunables.Entry(
                RING,
                variableOf(RING),
                ALLOWED_RING,
                STANDARD_RING,
                value.text,
                value.source,
                "shared memory for what one rank sends another; less in large groups");
    }

    private Value find(String name, String standard) {
        Object configured = configuration.get(name);
        if (configured != null && !configured.toString().isBlank()) {
            return new Value(configured.toString().strip(), "set by the configuration " + LocalBackend.COMPONENT);
        }
        String text = property.apply(name);
        if (text != null && !text.isBlank()) {
            return new Value(text.strip(), "set by the property " + name);
        }
        text = variable(variableOf(name));
        return text == null
                ? new Value(standard, "standard")
                : new Value(text, "set by the environment variable " + variableOf(name));
    }

    /** A text and who set it. */
    private record Value(String text, String source) {}

    private static String variableOf(String name) {
        return name.toUpperCase(Locale.ROOT).replace('.', '_');
    }

    private static IcclException wrong(String name, String text, String allowed) {
        return new IcclException(
                ResultCode.INVALID_ARGUMENT,
                "%s (environment: %s) = '%s' is not allowed; it takes %s"
                        .formatted(name, variableOf(name), text, allowed));
    }
}
