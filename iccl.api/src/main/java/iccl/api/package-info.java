/**
 * Collective communication as programs see it. Names, argument order and meaning follow NCCL; start at {@link
 * iccl.api.Iccl}.
 */
@Export
@Version("1.0.0")
package iccl.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
