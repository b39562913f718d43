package iccl.examples.internal;

import iccl.api.Bootstrap;
import iccl.api.Iccl;

/** Gives plain programs a world of one rank; registered for the tests only. */
public final class FakeBootstrap implements Bootstrap {
    @Override
    public Iccl iccl() {
        return new FakeIccl(new FakeCommunicator(new FakeWorld(1), 0));
    }

    @Override
    public void close() {
        // The fake holds nothing.
    }
}
