/** Make-believe accelerators of five vendors, for tests: see {@code engine.h}. Never deployed. */
@Export
@Version("1.0.0")
package iccl.platform.simulation;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
