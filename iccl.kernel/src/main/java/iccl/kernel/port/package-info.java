/**
 * The ports: what a transport ({@link iccl.kernel.port.Backend}) and a kind of hardware ({@link
 * iccl.kernel.port.Platform}) must offer the kernel. Everything is done by address, so that no operation allocates.
 */
@Export
@Version("1.2.0")
package iccl.kernel.port;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
