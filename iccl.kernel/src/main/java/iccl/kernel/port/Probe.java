package iccl.kernel.port;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * The published verdict of a backend's or platform's probe: an OSGi service that is there whether the probe succeeded or
 * not, as long as the bundle is started.
 */
@ConsumerType
public interface Probe {
    /** What was found; the same each time. */
    Verdict verdict();
}
