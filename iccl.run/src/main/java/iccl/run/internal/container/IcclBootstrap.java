package iccl.run.internal.container;

import iccl.api.Bootstrap;
import iccl.api.Iccl;

/** {@link Bootstrap} for whoever has the installation's {@code lib/*.jar} on the class path. */
public final class IcclBootstrap implements Bootstrap {
    @Override
    public Iccl iccl() {
        return ProcessContainer.get().iccl();
    }

    @Override
    public void close() {
        ProcessContainer.close();
    }
}
