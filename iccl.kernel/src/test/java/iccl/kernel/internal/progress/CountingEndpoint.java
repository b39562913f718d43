package iccl.kernel.internal.progress;

import iccl.kernel.port.Endpoint;
import org.jspecify.annotations.Nullable;

/** An endpoint without messages, whose ends are counted. */
public final class CountingEndpoint implements Endpoint {
    int aborts;
    int closes;

    @Nullable
    Error thrownByAbort;

    @Override
    public int rank() {
        return 0;
    }

    @Override
    public int size() {
        return 2;
    }

    @Override
    public int nodeOf(int rank) {
        return 0;
    }

    @Override
    public int send(int peer, int tag, long address, long bytes) {
        throw new UnsupportedOperationException("send");
    }

    @Override
    public int recv(int peer, int tag, long address, long bytes) {
        throw new UnsupportedOperationException("recv");
    }

    @Override
    public boolean test(int handle) {
        throw new UnsupportedOperationException("test");
    }

    @Override
    public void cancel(int handle) {
        throw new UnsupportedOperationException("cancel");
    }

    @Override
    public Endpoint subgroup(int[] members, int tag) {
        throw new UnsupportedOperationException("subgroup");
    }

    @Override
    public void abort() {
        aborts++;
        if (thrownByAbort != null) {
            throw thrownByAbort;
        }
    }

    @Override
    public void close() {
        closes++;
    }
}
