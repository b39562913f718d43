package iccl.kernel.internal.config;

import iccl.api.IcclException;
import iccl.kernel.port.Tunables;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where the tunables come from: the container's configuration (PID {@value #PID}), else a framework or system property,
 * else the environment, else the standard value. An empty text counts as not set.
 *
 * <p>Threads: all methods may be called by any thread.
 */
public final class Configuration implements Tunables {
    /** The PID in ConfigAdmin. */
    public static final String PID = "iccl.kernel";

    private static final Logger LOG = LoggerFactory.getLogger(Configuration.class);

    private final Function<String, @Nullable String> property;
    private final Function<String, @Nullable String> environment;
    private volatile Map<String, ?> configured = Map.of();
    private volatile @Nullable Settings settings;

    /**
     * @param property a framework or system property by name, or null
     * @param environment an environment variable by name, or null
     */
    public Configuration(Function<String, @Nullable String> property, Function<String, @Nullable String> environment) {
        this.property = property;
        this.environment = environment;
    }

    /**
     * The settings for what begins now.
     *
     * @throws IcclException {@code INVALID_ARGUMENT} naming the tunable, the value and what is allowed
     */
    public Settings settings() {
        Settings known = settings;
        return known == null ? readFirst() : known;
    }

    /** What is read must not come after what is {@link #update set} meanwhile. */
    private synchronized Settings readFirst() {
        Settings known = settings;
        if (known == null) {
            known = read(configured);
            settings = known;
        }
        return known;
    }

    /** Takes over the container's configuration; when it is wrong, what was valid before stays and the log says so. */
    public synchronized void update(Map<String, ?> properties) {
        if (settings != null) {
            try {
                settings = read(properties);
            } catch (IcclException e) {
                LOG.error("The changed configuration {} is not used: {}", PID, e.getMessage());
                return;
            }
        }
        configured = properties;
    }

    /** An environment variable that is no tunable, or null. */
    public @Nullable String environment(String variable) {
        return environment.apply(variable);
    }

    @Override
    public List<Tunables.Entry> list() {
        Map<String, ?> now = configured;
        return Arrays.stream(Tunable.values())
                .map(tunable -> describe(tunable, now))
                .toList();
    }

    private Tunables.Entry describe(Tunable tunable, Map<String, ?> from) {
        Value value = find(tunable, from);
        return new Tunables.Entry(
                tunable.property(),
                tunable.variable(),
                tunable.allowed(),
                tunable.standard(),
                value.text,
                value.source,
                tunable.description());
    }

    private Settings read(Map<String, ?> from) {
        Function<Tunable, String> text = tunable -> {
            number(tunable, from);
            return find(tunable, from).text;
        };
        ToLongFunction<Tunable> number = tunable -> number(tunable, from);
        return new Settings(
                text.apply(Tunable.BACKEND),
                text.apply(Tunable.PLATFORM),
                text.apply(Tunable.ALGORITHM),
                text.apply(Tunable.TUNING),
                number.applyAsLong(Tunable.DETERMINISTIC) == 1,
                number.applyAsLong(Tunable.EXPLAIN) == 1,
                number.applyAsLong(Tunable.CHECK) == 1,
                number.applyAsLong(Tunable.TIMEOUT),
                number.applyAsLong(Tunable.TIMEOUT_INIT),
                number.applyAsLong(Tunable.SCRATCH),
                number.applyAsLong(Tunable.SEGMENT),
                number.applyAsLong(Tunable.SHARED),
                number.applyAsLong(Tunable.CHUNK),
                number.applyAsLong(Tunable.DIRECT) == 1);
    }

    private long number(Tunable tunable, Map<String, ?> from) {
        Value value = find(tunable, from);
        return tunable.parse(value.text, value.source);
    }

    private Value find(Tunable tunable, Map<String, ?> from) {
        Object set = from.get(tunable.property());
        if (set != null && !set.toString().isBlank()) {
            return new Value(set.toString().strip(), "set by the configuration " + PID);
        }
        String text = property.apply(tunable.property());
        if (text != null && !text.isBlank()) {
            return new Value(text.strip(), "set by the property " + tunable.property());
        }
        text = environment.apply(tunable.variable());
        if (text != null && !text.isBlank()) {
            return new Value(text.strip(), "set by the environment variable " + tunable.variable());
        }
        return new Value(tunable.standard(), "standard");
    }

    /** A text and who set it. */
    private record Value(String text, String source) {}
}
