package iccl.kernel.port;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * What can be tuned in one bundle, and how it is set now: an OSGi service of the kernel, and of each backend or platform
 * that has tunables of its own. People read them in the order of their {@code service.ranking}, highest first.
 *
 * <p>Threads: all methods may be called by any thread.
 */
@ConsumerType
public interface Tunables {
    /** All of them, in the order in which people should read them. */
    List<Entry> list();

    /**
     * One tunable.
     *
     * @param name the property, such as {@code iccl.timeout}: a system or framework property, or a key of the
     *     bundle's configuration, such as {@code iccl.kernel}
     * @param variable the environment variable, such as {@code ICCL_TIMEOUT}
     * @param allowed which values it takes, in words
     * @param standard the value when nobody sets it
     * @param current the value now, as it was written; it may be wrong
     * @param source who set it, in words
     * @param description what it does, one line
     */
    record Entry(
            String name,
            String variable,
            String allowed,
            String standard,
            String current,
            String source,
            String description) {}
}
