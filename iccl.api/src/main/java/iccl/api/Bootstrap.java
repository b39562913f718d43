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

    /**
     * Ends what {@link #iccl} booted: waits for what was issued, closes all, and under MPI waits until the other ranks come
     * to their end too. Does nothing when nothing was booted. It happens by itself when the JVM ends; a program in another
     * language, which ends differently, calls it.
     */
    void close();
}
