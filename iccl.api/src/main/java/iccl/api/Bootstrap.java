package iccl.api;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * Boots a container for programs that know nothing of OSGi; found by {@link java.util.ServiceLoader}. Programs call
 * {@link Iccl#get} instead.
 */
@ConsumerType
public interface Bootstrap {
    /**
     * The library of this process; the first call boots it, later ones return the same.
     *
     * @throws IcclException with the reason when it cannot be booted
     */
    Iccl iccl();
}
