package iccl.examples.internal;

import iccl.api.Iccl;

/** A world of its own for tests of other packages. */
public final class OneRank {
    private OneRank() {}

    public static Iccl iccl() {
        return new FakeIccl(new FakeCommunicator(new FakeWorld(1), 0));
    }
}
