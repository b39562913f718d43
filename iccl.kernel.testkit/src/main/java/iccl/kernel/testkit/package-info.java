/**
 * For whoever implements a port: the contract tests that every backend and platform must pass, and stand-ins to test the
 * kernel with. Never deployed.
 */
@Export
@Version("1.0.0")
package iccl.kernel.testkit;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
