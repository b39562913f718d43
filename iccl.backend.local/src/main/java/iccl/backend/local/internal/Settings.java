package iccl.backend.local.internal;

import iccl.kernel.port.HostPlatform;
import java.util.function.Consumer;

/**
 * What all endpoints of a backend share.
 *
 * @param host memory
 * @param ringBytes the wanted size of a ring
 * @param opened is told of each endpoint that opens
 * @param closed is told of each endpoint that closes
 */
record Settings(HostPlatform host, long ringBytes, Consumer<LocalEndpoint> opened, Consumer<LocalEndpoint> closed) {}
